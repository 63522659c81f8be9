import { checkSeeds } from './seeds.ts';

await checkSeeds(1);
