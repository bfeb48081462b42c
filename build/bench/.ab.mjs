import { startLoadServer, loadText } from '/work/main/build/bench/load-server.mjs';
import { measure } from '/work/main/build/bench/child.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
const [count, profile, rounds, runtime, ...files] = process.argv.slice(2);
const server = await startLoadServer(()=>{});
const text = loadText({count:+count,profile});
const res = new Map(files.map(f=>[f,[]]));
const rt = runtime==='node'?process.execPath:'/root/.cache/loupe/electron-22.3.25/electron';
try { for(let i=0;i<+rounds;i++) for(const f of files){ const d=mkdtempSync('/tmp/ab-'); const a = f.endsWith('bare-parse.mjs')?[f,server.url,text]:[f,server.url,text,d]; res.get(f).push(await measure(rt,a)); rmSync(d,{recursive:true,force:true}); } } finally { await server.stop(); }
const med=a=>a.sort((x,y)=>x-y)[a.length>>1];
for(const [f,r] of res) console.log(f.split('/').pop().padEnd(28),'cpu',med(r.map(x=>x.cpu)).toFixed(0),'min',Math.min(...r.map(x=>x.cpu)).toFixed(0),'wall',med(r.map(x=>x.wall)).toFixed(0),'rss',(med(r.map(x=>x.rss||0))).toFixed(0));
