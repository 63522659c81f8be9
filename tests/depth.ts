/** The tier that runs (docs/commands.md). Without one, as when a file is run by hand: everything but what is deep. */
const depth = process.env['DEPTH'];

/** `npm test`: quick tests, and the journeys in Chromium that cross every layer. */
export const isShort = depth === 'short';

/** `npm run test:rest`: only files named `*.rest.test.ts(x)` and journeys tagged `@rest`. */
export const isRest = depth === 'rest';

/** `npm run test:deep`: everything, with more rounds, and the files named `*.deep.test.ts(x)`. */
export const isDeep = depth === 'deep';
