import { checkSeeds } from './seeds.ts';

await checkSeeds('short');
