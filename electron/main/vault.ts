import { safeStorage } from 'electron';
import type { SystemCipher } from '../engine/access/seams.ts';
import { createSystemCipher } from './system-cipher.ts';

/** Encryption by the operating system. Has to be asked for after the app is ready. */
export const systemCipher = (): Promise<SystemCipher> => createSystemCipher(safeStorage, process.platform);
