/** Starts a list, a quote, a heading, a table or indented code. A number sign or a dash before a word starts nothing. */
const OPENER = /^(?:[\s>|=]|#{1,6}(?:\s|$)|[+-](?:[\s+-]|$)|\d{1,9}[.)])/;
/** Marks, escapes, entities, HTML, links, and what GFM turns into links by itself. */
const MARK = /[\n\r*_`[\]<>~|\\&!@]|:\/\/|www\./i;

/** True for one line that Markdown would show as it stands, so that nobody has to parse it. */
export const isPlainLine = (text: string): boolean => !OPENER.test(text) && !MARK.test(text);
