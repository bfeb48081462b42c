// @ts-check
import { jsSdk } from './js-a2a-sdk.mjs';
import { jsSdk03 } from './js-a2a-sdk-03.mjs';
import { pythonSdk } from './python-a2a-sdk.mjs';
import { pythonSdk03 } from './python-a2a-sdk-03.mjs';

/** Every server in every version, the long ones first. */
export const PEER_RUNS = [...pythonSdk, ...jsSdk, ...pythonSdk03, ...jsSdk03];
