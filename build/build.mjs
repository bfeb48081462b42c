// @ts-check
import { buildAll } from './bundle.mjs';
import { ensureDependencies } from './setup.mjs';

// `npm run build [-- main preload web cli renderer]`
const only = process.argv.slice(2);
try {
  await ensureDependencies();
  let built = 0;
  await buildAll(
    (line) => {
      built += 1;
      console.log(line);
    },
    only.length > 0 ? only : undefined,
  );
  if (built === 0) console.log('Nothing changed since the last build');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
