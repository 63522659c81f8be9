import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { places } from './places.ts';

const root = path.join(import.meta.dirname, '../..');

it('the lines beside which the trial adds a resource are where it looks for them', () => {
  for (const { file, before = [] } of places)
    for (const [line] of before) {
      const text = readFileSync(path.join(root, file), 'utf8');
      expect(text.split(line), `${file}: ${line}`).toHaveLength(2);
    }
});
