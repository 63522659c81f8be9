import { readFileSync } from 'node:fs';
import path from 'node:path';
import english from 'ra-language-english';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { batchStatuses } from '#contract/activationCode.ts';
import { enabledStatuses } from '#contract/enabledStatuses.ts';
import { userStatuses } from '#contract/user.ts';
import { i18nProvider } from '#i18n/i18nProvider.ts';
import { zh } from '#i18n/zh/index.ts';
import { signIn } from '#i18n/zh/signIn.ts';
import { firstLists } from '#src/firstList.ts';
import { callsIn, propertiesOf, textsIn } from '../calls.ts';

type Tree = { [key: string]: Tree | string | undefined };

const leaves = (tree: Tree, path = ''): [key: string, sentence: string][] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key;
    if (value === undefined) return [];
    return typeof value === 'string' ? [[here, value] as [string, string]] : leaves(value, here);
  });

const variables = (sentence: string) =>
  [...new Set([...sentence.matchAll(/%\{(\w+)\}/g)].map(([, name]) => name))].sort();

const chinese = new Map(leaves(zh as unknown as Tree));

/** Where Chinese needs fewer or other variables than English, on purpose. */
const otherVariables: Record<string, string[]> = {
  'ra.sort.sort_by': ['field', 'order'],
  'ra.notification.updated': [],
  'ra.message.bulk_update_content': ['name', 'smart_count'],
  'ra.message.bulk_update_title': ['name', 'smart_count'],
};

describe('Chinese is complete', () => {
  it.each(leaves(english as unknown as Tree))('says %s', (key, sentence) => {
    expect(chinese.get(key)).toBeDefined();
    expect(variables(chinese.get(key)!)).toEqual(otherVariables[key] ?? variables(sentence));
  });

  it('has no English word in any sentence', () => {
    // Names that Chinese products write so too: of formats, units, keys, services and of WeChat's own fields.
    const names =
      /\b(AI|ID|ICP|CSV|URL|API|Key|JSON|IP|Ctrl|Esc|Cmd|S|K|MB|KB|GB|PNG|JPG|JPEG|WebP|GIF|VIP|MP4|MOV|WebM|Excel|dpi|ZIP|TXT|UTF|openid|AppID|APIv3|AppSecret|SSL|STARTTLS|RunningHub|RH|VOD|wx|TSV|GB18030)\b/g;
    // Examples of what is typed: addresses, codes, file names, numbers of orders and parcels.
    const examples = /[\w…-]*[/_=:.][\w/_=:.…-]*|\b[A-Z]{1,4}\d{6,}\b/g;
    const english = [...chinese, ...leaves({ signIn } as unknown as Tree)]
      // What an imported table may call its columns is read, never shown.
      .filter(([key]) => !key.includes('.headings.'))
      .filter(([, sentence]) =>
        /[A-Za-z]{2,}/.test(
          sentence
            .replace(/%\{\w+\}/g, '')
            .replace(examples, '')
            .replace(names, ''),
        ),
      );
    expect(english).toEqual([]);
  });

  it('calls what is disabled 已停用 everywhere', () => {
    const states = [userStatuses, enabledStatuses, batchStatuses];
    expect(states.map(({ disabled }) => disabled.label)).toEqual(Array(3).fill('已停用'));
  });

  it('comes with each list that is shown before all texts are here', () => {
    const callsOf = (file: string) => callsIn(readFileSync(file, 'utf8'), file);
    const importedBy = (file: string) =>
      callsOf(file)
        .filter(({ name }) => name === 'import')
        .flatMap(({ args }) => textsIn(args[0]))
        .map(to => path.join(path.dirname(file), to));
    const folder = 'src/admin/resources';
    const loaded = importedBy('src/firstList.ts').filter(file => file.startsWith(folder));
    const resources = Object.keys(firstLists);
    expect(loaded.map(file => path.relative(folder, path.dirname(file)))).toEqual(resources);
    for (const [at, file] of loaded.entries()) {
      const added = callsOf(file).filter(({ name, isAtTop }) => name === 'addTexts' && isAtTop);
      const names = added.flatMap(({ args }) => [...propertiesOf(args[0]).keys()]);
      expect(names, file).toContain(resources[at]);
      expect(importedBy(path.join(path.dirname(file), 'index.ts'))).toContain(file);
    }
  });

  it('keeps the number where several things are meant: Chinese has one plural form', () => {
    expect([...chinese].filter(([, sentence]) => sentence.includes('||||'))).toEqual([]);
  });
});

describe('what has no text', () => {
  it('is shown as it is where it is a sentence, and reported in the console where it is a key', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => warn.mockRestore());
    for (const sentence of ['已恢复', '套餐 A.B 已下架，请刷新', 'OK'])
      expect(i18nProvider.translate(sentence)).toBe(sentence);
    expect(warn).not.toHaveBeenCalled();
    expect(i18nProvider.translate('resources.orders.gone')).toBe('resources.orders.gone');
    expect(warn.mock.calls).toEqual([['Missing translation for key: "resources.orders.gone"']]);
  });
});
