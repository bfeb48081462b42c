// @ts-check
// What the suite of iac-code takes from the product, bundled before it runs: the engine, and the folds behind the views.
export { createEngine } from '../../electron/engine/engine.ts';
export { Artifacts } from '../../shared/a2a/reduce/artifacts.ts';
export { conversationOf } from '../../shared/a2a/reduce/conversation.ts';
export { createTree } from '../../shared/a2a/reduce/tree.ts';
