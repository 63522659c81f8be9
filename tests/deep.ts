/** `npm run test:deep`: more rounds, and the files named `*.deep.test.ts`. */
export const isDeep = process.env['DEEP'] === '1';
