import { it } from 'vitest';

// What follows is done by the runner, in the process that Vitest has made for this file.
it('is started by `npm run mutants`', () => undefined);
