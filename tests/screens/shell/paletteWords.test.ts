import { describe, expect, it } from 'vitest';
import { codeFrom, formatCode } from '#contract/codeText.ts';
import { detect } from '#src/admin/shell/palette/detect.ts';

const code = codeFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
const openid = `o${'a'.repeat(27)}`;

describe('typed text', () => {
  it.each([
    ['26111911142705105305', 'orderNo', 'orders', '26111911142705105305'],
    ['p2611220394270557', 'printNo', 'print-orders', 'P2611220394270557'],
    [` ${openid} `, 'openid', 'users', openid],
    ['7788', 'tail', 'users', '7788'],
    ['13800138000', 'phone', 'users', '13800138000'],
    [formatCode(code).toLowerCase(), 'code', 'activation-codes/codes', code],
    ['tpl_0001', 'id', 'templates', 'tpl_0001'],
    ['SF 1234 5678 90123', 'number', 'orders', 'SF1234567890123'],
    ['t2026112000000003', 'taskNo', 'tasks', 'T2026112000000003'],
    ['敦煌飞天', 'words', 'templates', '敦煌飞天'],
  ])('%s is recognised by its form: %s, searched first in %s %s', (typed, kind, resource, q) => {
    expect(detect(typed)).toMatchObject({ kind });
    expect(detect(typed)?.targets[0]).toEqual({ resource, q });
  });

  it.each(['9qxm', '7788', 'AB7K'])('%s may be the last four characters of a code', typed => {
    expect(detect(typed)?.targets.map(({ resource }) => resource)).toContain(
      'activation-codes/codes',
    );
  });

  it.each(['敦煌飞天', 'Lily5'])('%s is not searched among codes', typed => {
    expect(detect(typed)?.targets.map(({ resource }) => resource)).not.toContain(
      'activation-codes/codes',
    );
  });

  it('is a code only if its check character is right', () => {
    const wrong = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    expect(detect(wrong)?.kind).not.toBe('code');
  });
});
