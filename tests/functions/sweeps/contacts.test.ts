import { expect, it } from 'vitest';
import { withoutContacts } from '#contract/personal.ts';
import { demandOf } from '#contract/rights/demands.ts';
import { effects } from '#contract/rights/effects.ts';
import { about, z } from '#contract/zod.ts';
import { adminActions } from '../world/registry.ts';
import { schemasIn } from './schemas.ts';

/** What people are reached by has such a name. */
const reaches =
  /phone|mobile|\btel\b|mail|contact|address|recipient|receiver|consignee|wechat|openid|\b(province|city|district)\b/i;

/** Of no person, or what this service alone knows a user by; docs/security.md says who sees it. */
const decided: Record<string, RegExp> = {
  'a number that only this mini-program knows': /(^|\.)openid$/,
  'the end of a number, by which users are found': /(^|\.)phoneTail$/,
  'of the operator, in the settings': /^(\|\d\.)?data\./,
  'the administrator who changed it': /^addressChanges\.\[\]\.by$/,
};

/** The texts in an answer, each with what it, or what it is within, is marked as. */
const marked = (schema: Parameters<typeof schemasIn>[0]) => {
  const marks: [path: string, shows: string | undefined, isText: boolean][] = [];
  for (const [path, part] of schemasIn(schema)) {
    const shows = about.get(part)?.shows ?? marks.findLast(([at]) => isWithin(path, at))?.[1];
    marks.push([path, shows, part instanceof z.ZodString || part instanceof z.ZodUnknown]);
  }
  return marks
    .filter(([, , isText]) => isText)
    .map(([path, shows]) => [path.replace(/^list\.\[\]\.?/, ''), shows] as const);
};
const isWithin = (path: string, outer: string) =>
  outer === '' || path === outer || path.startsWith(`${outer}.`);

it('every field that people are reached by is shown in part, or says why not', () => {
  const open = adminActions.flatMap(({ title, definition }) =>
    marked(definition.output)
      .filter(([path, shows]) => reaches.test(path) && shows === undefined)
      .filter(([path]) => !Object.values(decided).some(pattern => pattern.test(path)))
      .map(([path]) => `${title}: ${path}`),
  );
  expect(open).toEqual([]);
});

it('all of it is answered with a reason and a right of its own alone', () => {
  const whole = adminActions.filter(({ definition }) =>
    marked(definition.output).some(([, shows]) => shows === 'all'),
  );
  expect(whole.map(({ title }) => title)).toEqual(Object.keys(effects.contact));
  for (const { title, definition } of whole) {
    expect(
      definition.input.safeParse({ ...(definition.example as object), reason: '' }).success,
    ).toBe(false);
    expect([demandOf(definition)].flat()).toContain(effects.contact[title]);
  }
});

it.each([
  ['电话13812345678，谢谢', '电话138****5678，谢谢'],
  ['+86 138 1234 5678 或 138-1234-5678', '+86 138****5678 或 138****5678'],
  ['0571-88889999', '0571****9999'],
  ['写信到 zhang.san@qq.com', '写信到 z****@qq.com'],
  [
    '订单 20261128123456789012，运单 SF1381234567890',
    '订单 20261128123456789012，运单 SF1381234567890',
  ],
])('of the text %s administrators read %s', (text, shown) => {
  expect(withoutContacts(text)).toBe(shown);
  expect(withoutContacts(shown)).toBe(shown);
});
