import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { reactAdmin } from '#i18n/zh/reactAdmin.ts';
import { renderHandbook } from '../../scripts/build/handbook.ts';
import { handbookSections } from '../../scripts/build/handbookSections.ts';

const handbook = readFileSync('docs/handbook.md', 'utf8');
const PICTURES = 'docs/images/handbook';

/** The texts of a source, with `%{name}` as it stands, and `${}` for what is put in. */
const textsIn = (node: ts.Node): string[] => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    const { head, templateSpans } = node;
    return [[head.text, ...templateSpans.map(({ literal }) => literal.text)].join('${}')];
  }
  const texts: string[] = [];
  node.forEachChild(child => void texts.push(...textsIn(child)));
  return texts;
};
const literals = ['i18n/zh', 'contract'].flatMap(folder =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => readFileSync(path.join(folder, file), 'utf8'))
    .flatMap(text => textsIn(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest))),
);

const VARIABLE = /%\{\w+\}|\$\{\}/;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** What the product says, word by word, and with anything in the place of a variable. */
const exact = new Set([...literals, ...Object.values(reactAdmin.action)]);
const patterns = literals
  .filter(text => VARIABLE.test(text))
  .map(text => text.split(VARIABLE))
  // A text that is little more than its variables would admit any other.
  .filter(parts => /\p{Script=Han}{2}/u.test(parts.join('')))
  .map(parts => new RegExp(`^${parts.map(escaped).join('.+')}$`));
const isSaid = (text: string) => exact.has(text) || patterns.some(pattern => pattern.test(text));

/** Sentences stand in “…” and may name buttons themselves; other names on the screen stand in 「…」. */
const sentences = [...handbook.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text);
const names = [...handbook.replaceAll(/“[^”]+”/g, '').matchAll(/「([^」]+)」/g)].map(
  // `…` stands for a number.
  ([, text = '']) => text.replace(/^…/, ''),
);

const page = renderHandbook('.', { styles: ['a.css'], pictureAt: picture => picture });
const anchors = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, id = '']) => id);

describe('the handbook', () => {
  it('names buttons, pages and states as the screens do', () => {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter(name => !isSaid(name))).toEqual([]);
  });

  it('repeats what the product says word by word', () => {
    expect(sentences.length).toBeGreaterThan(80);
    expect(sentences.filter(sentence => !isSaid(sentence))).toEqual([]);
  });

  it('shows every picture made for it, and no other', () => {
    const shown = [...handbook.matchAll(/!\[[^\]]+\]\(images\/handbook\/([^)]+)\)/g)].map(
      ([, file = '']) => file,
    );
    expect(shown.sort()).toEqual(readdirSync(PICTURES).sort());
  });

  it('lists its sections in their order', () => {
    const [, contents = ''] = /<nav[\s\S]*?<\/h2>([\s\S]*)<\/nav>/.exec(page) ?? [];
    const listed = [...contents.matchAll(/href="#([^"]+)">([^<]+)</g)].map(
      ([, anchor = '', title]) => [decodeURIComponent(anchor), title],
    );
    const sections = [...page.matchAll(/<h[23] id="([^"]+)">([^<]+)</g)].map(([, id, title]) => [
      id,
      title,
    ]);
    expect(listed).toEqual(sections);
  });

  it('has a section for every link to one', () => {
    const ids = new Set(anchors(/ id="([^"]+)"/g));
    const links = anchors(/href="#([^"]+)"/g).map(decodeURIComponent);
    const ofPages = Object.entries(handbookSections).flat();
    expect([...links, ...ofPages].filter(anchor => !ids.has(anchor))).toEqual([]);
  });

  it('is a page that the content security policy of the site lets pass', () => {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(
      anchors(/<img ([^>]*)>/g).filter(text => !/ width="\d+" height="\d+"/.test(text)),
    ).toEqual([]);
  });
});
