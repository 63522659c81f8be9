/* eslint-disable no-restricted-syntax -- titles of legal texts, no sentences of the server */
import type { LegalFacts } from '../facts.ts';
import { agreement } from './agreement.ts';
import { collection } from './collection.ts';
import { face } from './face.ts';
import { minors } from './minors.ts';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { sharing } from './sharing.ts';

interface DefaultText {
  title: string;
  write: (facts: LegalFacts) => string;
}

/**
 * Texts of an installation whose operator has written none. `write` answers lines: `## ` begins a heading, `- ` an item
 * of a list, an empty line parts paragraphs. The title is not in it.
 */
export const defaultTexts: Record<
  'agreement' | 'privacy' | 'sharing' | 'collection' | 'minors' | 'refunds' | 'face',
  DefaultText
> = {
  agreement: { title: '用户协议', write: agreement },
  privacy: { title: '隐私政策', write: privacy },
  sharing: { title: '第三方信息共享清单', write: sharing },
  collection: { title: '个人信息收集清单', write: collection },
  minors: { title: '未成年人保护', write: minors },
  refunds: { title: '退款规则', write: refunds },
  face: { title: '人脸信息处理说明', write: face },
};
