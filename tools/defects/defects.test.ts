import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/shared/built.js';
import { defects } from './index.ts';
import { planted } from './planted.ts';

describe('each defect', () => {
  it('can be planted: its text is in the source', () => {
    const faults = defects.flatMap(defect => {
      try {
        planted(defect);
        return [];
      } catch (error) {
        return [`${defect.says} ${(error as Error).message}`];
      }
    });
    expect(faults).toEqual([]);
  });

  it('changes something, and names tests that are there', () => {
    const isFile = (name: string) => /\.(test|spec)\.tsx?$/.test(name);
    for (const { says, find, replace, caughtBy } of defects) {
      expect([says, replace]).not.toEqual([says, find]);
      if (isFile(caughtBy))
        expect([caughtBy, existsSync(path.join(root, caughtBy))]).toEqual([caughtBy, true]);
    }
  });
});
