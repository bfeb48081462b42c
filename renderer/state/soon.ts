/** For slices of long work; the host's own reading takes turns the same way. */
export { soon } from '../host/soon.ts';
