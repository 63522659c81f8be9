import type { LegalKind } from '#contract/legal.ts';
import type { LegalFacts } from '../facts.ts';
import { agreement } from './agreement.ts';
import { collection } from './collection.ts';
import { face } from './face.ts';
import { minors } from './minors.ts';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { sharing } from './sharing.ts';

/**
 * Texts of an installation whose operator has written none: lines, of which `## ` begins a heading and `- ` an item of a
 * list; an empty line parts paragraphs. The title is not in it.
 */
export const defaultTexts: Record<LegalKind, (facts: LegalFacts) => string> = {
  agreement,
  privacy,
  sharing,
  collection,
  minors,
  refunds,
  face,
};
