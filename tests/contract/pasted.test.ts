import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { codeFrom, formatCode, normaliseCode } from '#contract/codeText.ts';
import { namesIn, plainNumber, plainPem, plainPhone, visibleText } from '#contract/pasted.ts';
import { withoutContacts } from '#contract/personal.ts';
import { phone, withoutExtension } from '#contract/printAddress.ts';
import { readSearch } from '#contract/search.ts';
import { jsonIn } from '#contract/typedNumber.ts';
import { z } from '#contract/zod.ts';
import { everyAction } from '../functions/world/registry.ts';
import { pastedNumbers } from '../pastedForms.ts';

/** What takes text as it comes, and why. */
const asItComes: Record<string, string> = {
  'adminAuth.beginSecondFactor.password': 'compared by its hash',
  'adminAuth.disableSecondFactor.password': 'compared by its hash',
  'adminAuth.login.password': 'compared by its hash',
  'adminAuth.login.deviceToken': 'a token of ours',
  'adminAuth.confirmLogin.challenge': 'a token of ours',
  'adminAuth.changePassword.oldPassword': 'compared by its hash',
  'adminAuth.changePassword.token': 'a token of ours',
  'keyword.getKeywords.filter.norm[]': 'already in the normal form',
  'adminLocalApp.createApp.config{}': 'JSON of another program',
  'adminLocalApp.createApp.config{}[]': 'JSON of another program',
  'adminLocalApp.createApp.config{}{}': 'JSON of another program',
  'adminLocalApp.updateApp.config{}': 'JSON of another program',
  'adminLocalApp.updateApp.config{}[]': 'JSON of another program',
  'adminLocalApp.updateApp.config{}{}': 'JSON of another program',
  'adminExport.createExport.columns[]': 'names of columns of ours',
  'adminApiKey.getApiKeys.filter.pool': 'chosen from a list',
  'adminStorage.uploadImage.fileContent': 'the bytes of a file',
  'adminStorage.getFileList.fileList[]': 'paths of ours',
  'adminSettings.publishLegalText.version': 'the version that was read',
  'systemSettings.getLegalText.version': 'a version of ours',
  'imageService.getSignedUrl.url': 'an address of ours',
  'imageService.getSignedUrls.urls[]': 'addresses of ours',
  'imageCopy.makeCopy.url': 'an address of ours',
  'imageCopy.makeAnyCopy.url': 'an address of ours',
  'appTemplate.getTemplates.filter.keywordIds': 'an id of ours',
  'adminPrintOrder.importShipping.rows[].printNo': 'each row is read by the function',
  'adminPrintOrder.importShipping.rows[].expressCompany': 'each row is read by the function',
  'adminPrintOrder.importShipping.rows[].expressNo': 'each row is read by the function',
  'appPrint.claimPrintOrder.code': 'read by the function, which counts wrong ones',
};

type Leaf = [path: string, schema: z.ZodType];

const leavesOf = (schema: z.ZodType, path: string): Leaf[] => {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, inner]) =>
      leavesOf(inner, `${path}.${key}`),
    );
  if (schema instanceof z.ZodArray) return leavesOf(schema.element as z.ZodType, `${path}[]`);
  if (schema instanceof z.ZodRecord) return leavesOf(schema.valueType as z.ZodType, `${path}{}`);
  if (schema instanceof z.ZodUnion)
    return (schema.options as z.ZodType[]).flatMap(option => leavesOf(option, path));
  if (schema instanceof z.ZodTuple)
    return (schema.def.items as z.ZodType[]).flatMap(item => leavesOf(item, `${path}[]`));
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly
  )
    return leavesOf(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodPipe) return leavesOf(schema.in as z.ZodType, path);
  if (schema instanceof z.ZodLazy) return leavesOf(schema.unwrap() as z.ZodType, path);
  return [[path, schema]];
};

const texts = everyAction
  .flatMap(({ title, definition }) => leavesOf(definition.input, title))
  .filter((leaf): leaf is [string, z.ZodString] => leaf[1] instanceof z.ZodString);

/** Characters that take no place, at the beginning, inside and at the end. */
const within = (text: string) =>
  `\u202d${text.slice(0, 1)}\u200b${text.slice(1)}\u00ad\u2060\ufeff`;
const clean = 'Ab3';

it('accepts no text with characters that nobody sees', () => {
  const kept = texts.filter(([, schema]) => {
    const { success, data } = schema.safeParse(within(clean));
    return success && data !== clean && schema.safeParse(clean).data === clean;
  });
  expect(kept.map(([path]) => path)).toEqual(Object.keys(asItComes));
  expect(texts.length).toBeGreaterThan(750);
});

it('reads a code and a number as they are pasted', () => {
  const code = codeFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
  for (const typed of pastedNumbers(formatCode(code))) expect(normaliseCode(typed)).toBe(code);
  for (const typed of pastedNumbers('SF1234567890123'))
    expect(plainNumber(typed)).toBe('SF1234567890123');
});

it.each([
  ['+86 138 0013 8000', '13800138000'],
  ['8613800138000', '13800138000'],
  ['0086-138-0013-8000', '13800138000'],
  ['\u202d13800138000\u202c', '13800138000'],
  ['（010）6555-1234', '01065551234'],
  ['+86 10 6555 1234', '01065551234'],
  ['138****8000', '138****8000'],
])('reads the phone number %s as %s', (typed, number) => {
  expect(plainPhone(typed)).toBe(number);
});

it.each(['👨‍👩‍👧', '❤️', '1️⃣', '👩🏽‍💻', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🇨🇳', '葛󠄀', '©️'])('leaves %s as it is', text => {
  expect(visibleText(text)).toBe(text);
});

it.each([
  ['小鹿 2026', 'words'],
  ['user_2026', 'words'],
  ['tom123', 'words'],
  ['SF 1234 5678 90123', 'number'],
  ['4200 0023 4520 2611 1987', 'orderNo'],
  ['', 'words'],
])('searches for %j as %s', (typed, kind) => {
  expect(readSearch(typed).kind).toBe(kind);
});

it.each([
  ['13800138000转7804', '13800138000转7804', '13800138000'],
  ['电话：138 0013 8000 转 7804（虚拟号）', '138 0013 8000 转 7804', '138 0013 8000'],
  ['13800138000-7804', '13800138000-7804', '13800138000'],
  ['010-65551234-801', '010-65551234-801', '010-65551234'],
  ['400-800-1234', '400-800-1234', '400-800-1234'],
  ['+852 9123 4567', '+852 9123 4567', '+852 9123 4567'],
  ['tel:+85291234567', '+85291234567', '+85291234567'],
  ['0571-88881234', '057188881234', '057188881234'],
])('takes the phone %s for a parcel as %s', (typed, kept, number) => {
  expect(phone.safeParse(typed).data).toBe(kept);
  expect(withoutExtension(kept)).toBe(number);
});

it('refuses what is no phone, and masks one of another country', () => {
  for (const typed of ['12345', '1380013800', '转7804'])
    expect(phone.safeParse(typed).success).toBe(false);
  expect(withoutContacts('打 +852 9123 4567 找我')).toBe('打 +852****4567 找我');
});

it('reads names that are pasted together as several', () => {
  expect(namesIn('甲词，乙词、丙词;丁词\n戊 词,')).toEqual([
    '甲词',
    '乙词',
    '丙词',
    '丁词',
    '戊 词',
  ]);
});

const key = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
  .trim();
it.each([
  ['in one line', key.replaceAll('\n', ' ')],
  ['without its lines', key.replaceAll('\n', '')],
  ['with \\n for its lines', key.replaceAll('\n', '\\n')],
  ['in a quotation', key.replaceAll('\n', '\n\u00a0 ')],
  ['with an empty line between two', key.replaceAll('\n', '\n\n')],
  ['with long dashes', key.replaceAll('-----', '—–')],
])('reads a key %s', (_how, pasted) => {
  expect(() => createPrivateKey(pasted)).toThrow();
  const read = createPrivateKey(plainPem(pasted)).export({ type: 'pkcs8', format: 'pem' });
  expect(read.toString().trim()).toBe(key);
});

it('leaves a key as it is, a masked one too', () => {
  for (const text of [key, '****', '']) expect(plainPem(text)).toBe(text);
});

it.each([
  ['{“风格”：“油画：，”，“seed”：3}', { 风格: '油画：，', seed: 3 }],
  ['\ufeff{"a": "“b”，"}', { a: '“b”，' }],
  ['｛"a"：［1，2］｝', { a: [1, 2] }],
])('reads %s as JSON', (text, value) => {
  expect(jsonIn(text)).toEqual(value);
});
