import { beforeAll } from 'vitest';

const load = import.meta.glob('../../cloudfunctions/_shared/*/*.ts');

/** What is first loaded within a test looks as if no other test needed it. */
beforeAll(async () => {
  // Not before a test has set what functions read from their environment.
  if (process.env['STORAGE_BUCKET']) await Promise.all(Object.values(load).map(one => one()));
});
