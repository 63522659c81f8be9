/** `npm run costs`: what a month costs by the price list and the assumptions of `costs/`, as docs/operations.md shows it. */
import { costTables } from './costs/estimate.ts';

const { timers, sizes } = costTables();
console.log(`${timers}\n\n${sizes}`);
