'use strict';
// What a bare Electron runtime runs when it is started as `electron [-r module] [switches] APP [arguments]`. An official
// runtime brings its own; this one makes a runtime taken out of another program usable for a folder or a script.
const { app } = require('electron');
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');

/** Exit code of sysexits.h for a wrong command line. */
const EX_USAGE = 64;

/** Splits the command line; process.argv itself stays as it is, like under an official runtime. */
function readCommandLine(argv) {
  const preload = [];
  for (let index = 1; index < argv.length; index += 1) {
    const word = argv[index];
    if (word === '-r' || word === '--require') preload.push(argv[++index]);
    else if (!word.startsWith('-')) return { preload, target: resolve(word) };
  }
  return { preload };
}

/** Makes Electron believe that it was started for this app, then runs the app's main script. */
function start(target) {
  const manifest = join(target, 'package.json');
  let folder = dirname(target);
  if (existsSync(manifest)) {
    const { name, productName, version } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (version) app.setVersion(version);
    if (productName || name) app.setName(productName || name);
    folder = target;
  }
  app.setAppPath(folder);
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  Module._load(target, null, true);
}

const { preload, target } = readCommandLine(process.argv);
if (!target) {
  console.error('usage: electron [-r module] [switches] APP [arguments]');
  app.exit(EX_USAGE);
} else {
  try {
    Module._preloadModules(preload);
    start(target);
  } catch (error) {
    console.error(`Cannot start ${target}\n${error?.stack}`);
    app.exit(1);
  }
}
