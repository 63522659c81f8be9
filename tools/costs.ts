/**
 * `npm run costs`: what the service costs a month when nobody is there, and with 1,000 and 100,000 users, from the price
 * list, the schedules and the assumptions in `tools/costs/`. The same tables as in docs/operations.md.
 */
import { costTables } from './costs/estimate.ts';

for (const table of Object.values(costTables())) console.log(`${table}\n`);
