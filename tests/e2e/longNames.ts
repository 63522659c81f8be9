import type { Page } from '@playwright/test';

/** As long as most names may be, in characters that may be broken anywhere and in ones that may not. */
export const longNames = [
  '一二三四五六七八九十'.repeat(3),
  'Abcdefghijklmnopqrst'.repeat(3),
] as const;

/** Fields that people fill with names and short sentences of their own. */
const written =
  /^(name|nickName|username|title|label|word|subtitle|remark|reason|note|[a-z]+(Name|Reason|Remark))$/;

/** A record with a long name different from the one before. */
const lengthen = (value: unknown, at = { count: 0 }): unknown => {
  if (Array.isArray(value)) return value.map(one => lengthen(one, at));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (typeof inner !== 'string' || inner === '' || !written.test(key))
        return [key, lengthen(inner, at)];
      at.count += 1;
      return [key, longNames[at.count % longNames.length]];
    }),
  );
};

/** Everything that the functions answer from now on has long names. */
export const answerWithLongNames = (page: Page) =>
  page.route('**/v1/functions/**', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: lengthen(await response.json()) });
  });
