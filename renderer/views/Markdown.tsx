import ReactMarkdown from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { htmlAsText } from './html-as-text.ts';
import { OutsideLink } from './OutsideLink.tsx';

const PLUGINS = [remarkGfm, htmlAsText];

/** Markdown of an agent: HTML stays the text that it is, no scripts, no remote images; links are shown in full before they open. */
const Markdown = ({ text }: { text: string }) => (
  <div className="prose">
    <ReactMarkdown
      remarkPlugins={PLUGINS}
      rehypePlugins={[rehypeSanitize]}
      components={{
        a: ({ href, children }) => <OutsideLink url={href ?? ''}>{children}</OutsideLink>,
        img: ({ alt, src }) => (
          <span className="mono t3">{`![${alt ?? ''}](${typeof src === 'string' ? src : ''})`}</span>
        ),
      }}
    >
      {text}
    </ReactMarkdown>
  </div>
);

export default Markdown;
