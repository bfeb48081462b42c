import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip, gzipSync } from 'node:zlib';
import { picture } from './artifact-agent.ts';

const CONTEXT = 'context-hostile';
const TASK = 'task-hostile';
/** Bytes that the compressed file would be, and those of the compressed answer. */
const FILE_INFLATED_BYTES = 64 * 1024 * 1024;
const ANSWER_INFLATED_BYTES = 300 * 1024 * 1024;

/** A server that nobody is to talk to. */
export interface Trap {
  url: string;
  /** What was asked of it all the same, and connections that asked nothing. */
  caught: string[];
}

export interface HostileAgent {
  url: string;
  trap: Trap;
  /** Artifacts by id, with the bytes that each has. */
  bytes: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

interface Hostile {
  id: string;
  name: string;
  mediaType?: string;
  content: Buffer;
  /** As bytes instead of text. */
  raw?: true;
}

const RUN = "top.ran=1;parent.ran=1;window.ran=1;alert('ran');window.open('about:blank')";

/** Everything in a page that runs or fetches by itself. */
const page = (trap: string): string => `<!doctype html><html manifest="${trap}/manifest"><head>
<base href="${trap}/"><meta http-equiv="refresh" content="0;url=${trap}/refresh">
<link rel="dns-prefetch" href="${trap}"><link rel="preconnect" href="${trap}"><link rel="prefetch" href="${trap}/prefetch">
<link rel="prerender" href="${trap}/prerender"><link rel="preload" as="script" href="${trap}/preload.js">
<link rel="modulepreload" href="${trap}/module.js"><link rel="icon" href="${trap}/icon.png"><link rel="stylesheet" href="${trap}/style.css">
<style>@import "${trap}/import.css"; @font-face{font-family:f;src:url(${trap}/font)} body{background:url(${trap}/background.png);font-family:f}</style>
<script>${RUN};fetch('${trap}/fetch')</script><script src="${trap}/script.js"></script><script type="module">import '${trap}/import.js'</script>
</head><body onload="${RUN}" background="${trap}/body.png"><h1>Statement</h1>
<img src="${trap}/image.png" srcset="${trap}/image-2.png 2x" onerror="${RUN}"><picture><source srcset="${trap}/source.png"><img></picture>
<iframe src="${trap}/frame"></iframe><iframe srcdoc="<script>${RUN}</script>"></iframe><iframe src="javascript:${RUN}"></iframe>
<object data="${trap}/object"></object><embed src="${trap}/embed"><video src="${trap}/video" poster="${trap}/poster" autoplay></video>
<audio src="${trap}/audio" autoplay></audio><input type="image" src="${trap}/input.png"><input autofocus onfocus="${RUN}">
<details open ontoggle="${RUN}"><summary>s</summary></details><marquee onstart="${RUN}">m</marquee>
<svg><use href="${trap}/use.svg#a"/><image href="${trap}/svg.png"/><script>${RUN}</script><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>
<form id="f" action="${trap}/form"><button>go</button></form><script>document.getElementById('f').submit()</script></body></html>`;

const markdown = (trap: string): string => `# Report

<script>${RUN}</script><img src="${trap}/html.png" onerror="${RUN}"><svg onload="${RUN}"></svg>
<iframe src="${trap}/frame"></iframe><link rel="stylesheet" href="${trap}/style.css"><style>@import "${trap}/import.css";</style>

![image](${trap}/image.png) ![reference][r] <img src=x onerror=${'"'}${RUN}${'"'}>

[run](javascript:${RUN}) [data](data:text/html,<script>${RUN}</script>) [file](file:///etc/passwd) <javascript:${RUN}>

[r]: ${trap}/reference.png
`;

const svg = (trap: string): string =>
  `<?xml version="1.0"?><?xml-stylesheet href="${trap}/sheet.css"?><!DOCTYPE svg [<!ENTITY e SYSTEM "${trap}/entity">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40" onload="${RUN}">
<style>@import url(${trap}/import.css); rect{fill:url(${trap}/paint.svg#p)}</style><script>${RUN};fetch('${trap}/fetch')</script>
<script href="${trap}/script.js"/><image href="${trap}/image.png" width="9" height="9"/><image xlink:href="${trap}/xlink.png" width="9" height="9"/>
<use href="${trap}/use.svg#a"/><filter id="f"><feImage href="${trap}/filter.png"/></filter><rect width="60" height="40" filter="url(#f)"/>
<a href="javascript:${RUN}"><text y="20">a</text></a><set attributeName="href" to="javascript:${RUN}" onbegin="${RUN}"/>
<foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${trap}/frame"/></foreignObject></svg>`;

/** Names that lead elsewhere, or look like something else. */
const NAMES: Readonly<Record<string, string>> = {
  up: '../../up.txt',
  'up-windows': '..\\..\\up-windows.txt',
  absolute: '/tmp/absolute.txt',
  drive: 'C:\\Windows\\drive.txt',
  dots: '..',
  bidi: 'invoice\u202egpj.exe',
  hidden: '.bashrc',
  device: 'con.txt',
  nul: 'a\u0000b.txt',
  split: '.\u200b./split.txt',
  same: 'SAME.txt',
  'same-again': 'same.txt',
};

function hostile(trap: string): Hostile[] {
  const text = (id: string, name: string, mediaType: string, words: string): Hostile => ({
    id,
    name,
    mediaType,
    content: Buffer.from(words),
  });
  const raw = (id: string, name: string, mediaType: string, content: Buffer): Hostile => ({
    id,
    name,
    mediaType,
    content,
    raw: true,
  });
  return [
    text('html', 'statement.html', 'text/html', page(trap)),
    text('markdown', 'report.md', 'text/markdown', markdown(trap)),
    raw('svg', 'drawing.svg', 'image/svg+xml', Buffer.from(svg(trap))),
    raw('html-as-png', 'photo.png', 'image/png', Buffer.from(page(trap))),
    raw('svg-as-png', 'drawing.png', 'image/png', Buffer.from(svg(trap))),
    raw('html-as-pdf', 'paper.pdf', 'application/pdf', Buffer.from(page(trap))),
    text('html-as-markdown', 'page.md', 'text/markdown', page(trap)),
    text('svg-as-html', 'drawing.html', 'text/html', svg(trap)),
    raw('png-as-text', 'notes.txt', 'text/plain', picture()),
    raw('bomb', 'logs.gz', 'application/gzip', gzipSync(Buffer.alloc(FILE_INFLATED_BYTES))),
    ...Object.entries(NAMES).map(([id, name]) => ({ id, name, content: Buffer.from(id) })),
  ];
}

const artifactOf = ({ id, name, mediaType, content, raw }: Hostile) => ({
  artifactId: id,
  name,
  parts: [
    {
      ...(raw ? { raw: content.toString('base64') } : { text: content.toString() }),
      filename: name,
      ...(mediaType && { mediaType }),
    },
  ],
});

/** An answer of a few hundred thousand bytes that would be hundreds of megabytes. */
function inflate(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
  const gzip = createGzip({ level: 9 });
  gzip.on('error', () => undefined).pipe(response);
  response.on('close', () => gzip.destroy());
  const piece = Buffer.alloc(1024 * 1024, type === 'text/event-stream' ? ': comment\n\n' : ' ');
  let left = ANSWER_INFLATED_BYTES / piece.length;
  const go = () => {
    while (left-- > 0) {
      if (!gzip.write(piece)) {
        gzip.once('drain', go);
        return;
      }
    }
    gzip.end();
  };
  go();
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

async function startTrap() {
  const caught: string[] = [];
  const server = createServer((request, response) => {
    caught.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  });
  server.on('connection', () => caught.push('a connection'));
  const url = await listen(server);
  return { url, caught, close: () => close(server) };
}

/** Starts an agent that writes everything bad at once, and a server that must not hear of it. */
export async function startHostileAgent(): Promise<HostileAgent> {
  const trap = await startTrap();
  const all = hostile(trap.url);
  let url = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(request.url === '/.well-known/agent-card.json' ? 200 : 404, {
        'Content-Type': 'application/json',
      });
      return response.end(JSON.stringify(card(url)));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { id, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const word = String(params?.message?.parts?.[0]?.text ?? '');
    if (word.startsWith('inflate')) {
      return inflate(response, word === 'inflate stream' ? 'text/event-stream' : 'application/json');
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const ids = { taskId: TASK, contextId: CONTEXT };
    const say = (result: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
    const says = (text: string) => ({ messageId: `m-${text.length}`, role: 'ROLE_AGENT', parts: [{ text }] });
    say({ task: { id: TASK, contextId: CONTEXT, status: { state: 'TASK_STATE_WORKING' } } });
    for (const text of [markdown(trap.url), page(trap.url)]) {
      say({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_WORKING', message: says(text) } } });
    }
    for (const one of all) say({ artifactUpdate: { ...ids, artifact: artifactOf(one), lastChunk: true } });
    say({ statusUpdate: { ...ids, status: { state: 'TASK_STATE_COMPLETED' } } });
    response.end();
  });
  url = await listen(server);
  return {
    url,
    trap,
    bytes: new Map(all.map(({ id, content }) => [id, content])),
    async close() {
      await close(server);
      await trap.close();
    },
  };
}

const card = (url: string) => ({
  name: 'Hostile agent',
  description: `<script>${RUN}</script><img src=x onerror="${RUN}">`,
  version: '1.0.0',
  supportedInterfaces: [{ url: `${url}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'attack', name: 'Attack', description: 'Attacks', tags: ['test'] }],
});
