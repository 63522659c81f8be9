import { checkSeeds } from './seeds.ts';

await checkSeeds('rest');
