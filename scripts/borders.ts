/** `npm run borders`: who may import whom (`scripts/borders/rules.ts`), and that nothing is imported in a circle. */
import { cruise, format } from 'dependency-cruiser';
import { circles } from './borders/circles.ts';
import { folders, options } from './borders/rules.ts';

const { output: result } = await cruise(folders, options);
if (typeof result === 'string') throw new Error(result);

const found = circles(result.modules);
for (const line of found) console.error(`error ${line}`);
if (result.summary.error > 0) console.error((await format(result, { outputType: 'err' })).output);
if (result.summary.error > 0 || found.length > 0) process.exitCode = 1;
