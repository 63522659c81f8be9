import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyedRequest } from '#src/shared/requestKey.ts';

describe('the key of a request', () => {
  it('stays while the same is asked for, and is another one for anything else', () => {
    const first = keyedRequest({ amountFen: 100, reason: '退款' });
    expect(first.key).toMatch(/^[\w-]{8,64}$/);
    expect(keyedRequest({ amountFen: 100, reason: '退款' }, first)).toBe(first);
    const other = keyedRequest({ amountFen: 200, reason: '退款' }, first);
    expect(other.key).not.toBe(first.key);
    expect(keyedRequest({ amountFen: 100, reason: '退款' }, other).key).not.toBe(first.key);
  });

  it('is made here and nowhere else', () => {
    // A page for one new record, whose provider finishes the first attempt; and records repeated one by one.
    const others = [
      'src/admin/kit/form/Create.tsx',
      'src/admin/resources/tasks/TaskBulkActions.tsx',
    ];
    const making = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => path.join('src', name))
      .filter(file => {
        const text = readFileSync(file, 'utf8');
        return text.includes('idemKey') && text.includes('randomUUID');
      });
    expect(making.sort()).toEqual(others);
  });
});
