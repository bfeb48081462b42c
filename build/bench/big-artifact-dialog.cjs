// @ts-check
// Runs in the main process: answers the dialog that asks where a file goes.
const { dialog } = require('electron');

dialog.showSaveDialog = async () => ({ canceled: false, filePath: process.env.LOUPE_BENCH_SAVED ?? '' });
