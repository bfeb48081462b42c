import { useStore } from 'zustand';
import type { Row } from '../../shared/model/row.ts';
import { logStore, sessionLog } from './log.ts';

const read = (): Row[] => sessionLog().rows;

/** The growing list of rows itself. Renders again only when another log takes its place. */
export const useLogRows = (): Row[] => useStore(logStore, read);
