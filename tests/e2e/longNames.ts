import type { Page } from '@playwright/test';
import { isDeep } from '../depth.ts';

/** As long as most names may be, in characters that may be broken anywhere and in ones that may not. */
export const longNames = [
  '一二三四五六七八九十'.repeat(3),
  'Abcdefghijklmnopqrst'.repeat(3),
] as const;

/** Runs in the browser, so it stands for itself. */
const wrapFetch = ({ names, everyRow }: { names: readonly string[]; everyRow: boolean }) => {
  /** Fields that people fill with names and short sentences of their own. */
  const written =
    /^(name|nickName|username|title|label|word|subtitle|remark|reason|note|[a-z]+(Name|Reason|Remark))$/;

  /** What decides how a field looks: whether it is filled, and which state or kind it names. */
  const lookOf = (value: unknown) => {
    if (typeof value === 'boolean') return value;
    if (typeof value === 'string')
      return /^[a-z][a-zA-Z_]{1,30}$/.test(value) ? value : value !== '';
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'number' ? Math.sign(value) : value !== null;
  };

  /** Of rows that look the same in every field, or as others taken together, the first. */
  const different = (rows: unknown[]) => {
    const seen = new Set<string>();
    return rows.filter(row => {
      const before = seen.size;
      for (const [key, value] of Object.entries(row as object)) seen.add(`${key} ${lookOf(value)}`);
      return seen.size > before;
    });
  };

  /** A record with a long name different from the one before. */
  const lengthen = (value: unknown, at: { count: number }): unknown => {
    if (Array.isArray(value)) return value.map(one => lengthen(one, at));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === 'list' && Array.isArray(inner) && !everyRow)
          return [key, lengthen(different(inner), at)];
        if (typeof inner !== 'string' || inner === '' || !written.test(key))
          return [key, lengthen(inner, at)];
        at.count += 1;
        return [key, names[at.count % names.length]];
      }),
    );
  };

  const ask = window.fetch;
  window.fetch = async (...request) => {
    const response = await ask(...request);
    if (!response.url.includes('/v1/functions/')) return response;
    const { status, headers } = response;
    const answer = lengthen(await response.json(), { count: 0 });
    return new Response(JSON.stringify(answer), { status, headers });
  };
};

/**
 * Everything that the functions answer from the next load on has long names. Of a list's rows only those are left that
 * show something in a way no row before does: twenty like them would be arranged and coloured as it is. `npm run test:deep`
 * keeps all.
 */
export const answerWithLongNames = (page: Page) =>
  page.addInitScript(wrapFetch, { names: longNames, everyRow: isDeep });
