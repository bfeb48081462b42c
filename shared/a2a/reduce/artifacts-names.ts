/** Characters of a file name; common file systems end at 255 bytes. */
const NAME_CHARS = 120;
const EXTENSION_CHARS = 16;
/** Names that Windows keeps for devices, whatever ending follows. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;
/** Whether Windows takes a step of a path for a device. */
export const isDeviceName = (step: string): boolean => RESERVED.test(step);
/** Control, direction and invisible characters: nobody sees that they are there. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Characters that no file system or shell takes well. */
const UNSAFE = /["*:<>?|]/g;

const ENDINGS: Record<string, string> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'application/yaml': '.yaml',
  'application/x-yaml': '.yaml',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'audio/ogg': '.ogg',
  'audio/wav': '.wav',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
};

/**
 * A name under which a file of an agent can be written: one step of a path, nothing hidden in it, no device, no hidden
 * file. The last step of a path is kept; what is left of nothing is called `artifact`.
 */
export function safeName(wanted: string, mediaType = ''): string {
  // Before anything is looked at: what is hidden may tear a path apart.
  const steps = wanted.normalize('NFC').replace(HIDDEN, '').split(/[\\/]/);
  const last = steps.filter((step) => !/^[.\s]*$/.test(step)).pop() ?? '';
  let name = last.replace(UNSAFE, '_').replace(/\s+/g, ' ').trim();
  // The name of a hidden file, such as .bashrc, is an ending already.
  const isHidden = name.startsWith('.');
  name = name.replace(/^\.+/, '_').replace(/[. ]+$/, '');
  if (name === '') name = 'artifact';
  if (RESERVED.test(name)) name = `_${name}`;
  const ending = /\.[^.\s]+$/.exec(name)?.[0] ?? '';
  if (ending === '') return `${cut(name, NAME_CHARS)}${isHidden ? '' : (ENDINGS[mediaType] ?? '')}`;
  if (ending.length > EXTENSION_CHARS) return cut(name, NAME_CHARS);
  return `${cut(name.slice(0, -ending.length), NAME_CHARS)}${ending}`;
}

/** Cuts without leaving half a surrogate pair. */
const cut = (text: string, chars: number): string =>
  text.length <= chars ? text : text.slice(0, chars).replace(/[\ud800-\udbff]$/, '');

/** `plan.md`, `plan (2).md`, …: the same name once more. */
export function numbered(name: string, number: number): string {
  if (number < 2) return name;
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? `${name} (${number})` : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
}

/** Gives each file a name of its own; letters of both cases are one on some disks. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let number = 1;
    while (taken.has(numbered(name, number).toLowerCase())) number++;
    const own = numbered(name, number);
    taken.add(own.toLowerCase());
    return own;
  });
}
