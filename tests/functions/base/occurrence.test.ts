import { describe, expect, it } from 'vitest';
import { occursIn, readText } from '#cloudfunctions/_shared/moderation/occurrence.ts';

const isFound = (word: string, text: string) => occursIn(word, readText(text));

describe('a word is read', () => {
  it.each([
    ['with a space', '色情', '画一张色 情图片'],
    ['with several kinds of space', '违禁词', '违\u00a0禁\u3000\t词'],
    ['with U+200B', '色情', '色\u200b情'],
    ['with U+00AD', '色情', '色\u00ad情'],
    ['with hyphens', '违禁词', '违-禁—词'],
    ['in traditional characters', '违禁词', '這裡有違禁詞'],
    ['in simplified characters where the list has traditional ones', '臺獨', '台独'],
    ['in full width', 'abc词', '这里有 ＡＢＣ词'],
    ['with joiners', '裸体', '裸\u2060\u200d\u034f体'],
    ['with variation selectors', '裸体', '裸\ufe0f体'],
    ['with lines through it', '裸体', '裸\u0336体\u0336'],
    ['with marks of direction', 'nude', 'nu\u202cd\u200fe'],
    ['with punctuation', '违禁词', '违。禁*词'],
    ['with a comma, between characters that stand alone', '裸体', '裸，体'],
    ['with emoji', '违禁词', '违😀禁🔞词'],
    ['in radicals that look like the characters', '色一人', '色⼀⼈'],
    ['inside what is no dictionary word', '违禁词', '大违禁词夫'],
    ['before a character that makes a word with its end', '血腥', '血 腥味'],
    ['beside a whole word of its own', '法轮功', '大法轮功夫'],
    ['as a part of a longer Chinese word', '死', '死亡'],
    ['in capitals', 'nude', 'NuDE'],
    ['with accents', 'nude', 'nüdé'],
    ['in mathematical letters', 'nude', '𝓷𝓾𝓭𝓮'],
    ['with a Cyrillic letter', 'nude', 'nudе'],
    ['in Cyrillic letters of its own', 'ВОР', 'вор'],
    ['in small capitals', 'nude', 'ɴᴜᴅᴇ'],
    ['between Chinese ones', 'nude', '画nude图'],
    ['with digits behind it', 'nude', 'nude2'],
    ['with its letters apart', 'nude', 'one n u d e girl'],
    ['with its letters apart, among others', 'nude', 'x n u d e x'],
    ['with dots', 'ass', 'an a.s.s here'],
    ['with a hyphen', 'nude', 'a nu-de girl'],
    ['with a soft hyphen', 'nude', 'nu\u00adde'],
    ['with the space that it has', 'blow job', 'a blow  job'],
    ['without the space that it has', 'blow job', 'blowjob'],
    ['of Latin and Chinese letters, apart', 'abc词', 'a.b.c 詞'],
    ['that is an emoji', '🔞', '图🔞️'],
    ['with a sign for its letter and what is not seen behind it', 'miss', 'Ⓜ\u{e0061}iss'],
    ['with a sign that belongs to it', 'c++', 'I like C++'],
    ['that is listed with a hyphen', '敏-感', '敏感'],
  ])('%s', (_how, word, text) => expect(isFound(word, text)).toBe(true));
});

describe('innocent text passes', () => {
  it.each([
    ['色情', '背景红色 情侣写真'],
    ['色情', '红色，情侣'],
    ['色情', '红色情侣装'],
    ['色情', '金色\n情书'],
    ['台独', '平台独立运行'],
    ['敏感', '感觉灵敏，感谢大家'],
    ['鸡巴', '一只鸡，巴黎铁塔'],
    ['裸体', '全裸 体操运动员'],
    ['法轮功', '法国的功夫'],
    ['违禁词', '违反禁令的词'],
    ['ass', 'A class of glass, as soon as possible'],
    ['ass', 'a ss'],
    ['ass', 'cl\u00adass'],
    // What belongs to a sign that is an emoji stays when text is read.
    ['ass', 'clⓂ\u{e0061}ass'],
    ['ass', 'c l a s s'],
    ['penis', 'the pen is mightier'],
    ['anal', 'an al fresco dinner, with an analysis'],
    ['shit', 'this hit'],
    ['sm', '尺码 S M L'],
    ['sm', '尺码S/M/L'],
    ['89', '1989年'],
    ['c++', 'c'],
    ['加+v', '加v'],
    ['nude', ''],
  ])('%s is not in %s', (word, text) => expect(isFound(word, text)).toBe(false));
});

it('is read in as many steps as the text is long, whatever is between the characters', () => {
  const text = readText(`违${' '.repeat(100_000)}${'违-禁-'.repeat(20_000)}`);
  const started = performance.now();
  expect(occursIn('违禁词', text)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});
