/**
 * `npm run test:deep`: everything, with more rounds and the files named `*.deep.test.ts`. Without a depth, as when a file is
 * run by hand, all but those.
 */
export const isDeep = process.env['DEPTH'] === 'deep';

/**
 * `npm test`: without tests tagged `@rest` and files named `*.rest.test.ts`, for the sake of its six minutes. CI runs
 * `npm run test:rest` as well.
 */
export const isShort = process.env['DEPTH'] === 'short';

/** `npm run test:rest`: only what `npm test` leaves out. */
export const isRest = process.env['DEPTH'] === 'rest';
