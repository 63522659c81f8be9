import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { type LegalKind, missingLegal } from '#contract/legal.ts';
import { legalFactLabels } from '#contract/sentences/legal.ts';
import type { Author } from '../base/actor.ts';
import { repository, type Stored } from '../base/repository.ts';
import { settingsOf } from '../base/settings.ts';
import { moderationIn } from '../moderation/settings.ts';
import type { LegalFacts } from './facts.ts';
import { defaultTexts } from './texts/index.ts';

/** A published text; `_id` = `<kind>_<version>`. Never changed: who agreed to it can read it again. */
export interface StoredLegalText extends Stored {
  kind: LegalKind;
  version: string;
  text: string;
  /** What the settings said of the product then. */
  facts: LegalFacts;
  by: Author | null;
}

export const publishedTexts = repository<StoredLegalText>('legalTexts');

export const idOfText = (kind: LegalKind, version: string) => `${kind}_${version}`;

/** Where a text disagrees with the current settings, among the facts that a text of its kind states at all. */
export const outdatedIn = (
  { kind, facts }: Pick<StoredLegalText, 'kind' | 'facts'>,
  now: LegalFacts,
): string[] => {
  const write = defaultTexts[kind];
  // What was not asked for yet when it was published has not changed since.
  const then = { ...now, ...facts };
  const before = write(then);
  return (Object.keys(now) as (keyof LegalFacts)[])
    .filter(name => write({ ...then, [name]: now[name] }) !== before)
    .map(name => legalFactLabels[name]);
};

/** The versions of a text, the newest first; of more than a hundred only these. */
export const versionsOf = (kind: LegalKind) =>
  publishedTexts.find(
    { kind },
    {
      sort: [['createTime', 'desc']],
      limit: MAX_PAGE_SIZE,
      fields: ['version', 'by', 'createTime'],
    },
  );

/**
 * What is missing before the service may be offered to the public; labels. Database round trips: 1.
 * @param hasKeys whether there are keys of the moderation; by default as the function knows
 */
export const missingNow = async (hasKeys?: boolean): Promise<string[]> => {
  const [compliance, system, { virtual }] = await Promise.all([
    settingsOf('compliance'),
    settingsOf('system'),
    settingsOf('payment'),
  ]);
  return missingLegal(
    { ...compliance, givesAway: virtual.enabled && virtual.sandbox },
    moderationIn(system, hasKeys),
  );
};
