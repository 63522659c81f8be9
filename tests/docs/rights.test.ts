import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rightsPage } from '../../scripts/build/rightsPage.ts';

it('the page about rights is written from what is declared', () => {
  expect(readFileSync('docs/rights.md', 'utf8'), 'Run `npm run generate`.').toBe(rightsPage());
});
