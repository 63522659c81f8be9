import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LegalFacts } from '#cloudfunctions/_shared/legal/facts.ts';
import { defaultTexts } from '#cloudfunctions/_shared/legal/texts/index.ts';
import { demoLegal } from '../../scripts/demo/settings.ts';
import { testTitled } from '../titles.ts';
import { promises, promising } from './promises.ts';

/** What the product's own texts promise is proven by a test, or stands on a page of the operator: `promises.ts` says where. */
const facts: LegalFacts = demoLegal(0).texts[0]!.facts;
const others = Object.entries(facts).flatMap(([name, value]) =>
  typeof value === 'boolean' ? [{ ...facts, [name]: !value }] : [],
);
const sentencesOf = (text: string) =>
  text
    .split('\n')
    .filter(line => !line.startsWith('## '))
    .flatMap(line => line.split(/[。；]/))
    .map(sentence => sentence.replace(/^- /, '').trim());
const sentences = [
  ...new Set(
    [facts, ...others].flatMap(these =>
      Object.values(defaultTexts).flatMap(write => sentencesOf(write(these))),
    ),
  ),
].filter(sentence => promising.test(sentence));

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('what the legal texts promise', () => {
  it('has one entry for each sentence', () => {
    const entriesOf = (sentence: string) =>
      promises.filter(([part]) => sentence.includes(part)).map(([part]) => part);
    const found = sentences.map(sentence => ({ sentence, parts: entriesOf(sentence) }));
    const wrong = found.filter(({ parts }) => parts.length !== 1);
    expect(wrong, 'without an entry in tests/legal/promises.ts, or with several').toEqual([]);
  });

  it('has no entry for a sentence that is gone', () => {
    const gone = promises.filter(([part]) => !sentences.some(sentence => sentence.includes(part)));
    expect(gone.map(([part]) => part)).toEqual([]);
  });

  it.each(promises.map(([part, ...proofs]) => [part, proofs] as const))(
    '%s: is proven by a test, or stands on a page of the operator',
    (_part, proofs) => {
      expect(proofs.length).toBeGreaterThan(0);
      for (const [file, title] of proofs)
        if (file.endsWith('.md'))
          expect(read(file).split('\n'), `${file} has no heading “${title}”`).toContainEqual(
            expect.stringMatching(new RegExp(`^#+ ${title}$`)),
          );
        else expect(read(file), `${file} has no test “${title}”`).toMatch(testTitled(title));
    },
  );
});
