import { missingNow } from '#cloudfunctions/_shared/legal/published.ts';
import { type Answer, fine, wrong } from './answer.ts';

/** Whether all is there that the law asks of a service that is open to the public. */
export const askLegal = async (): Promise<Answer> => {
  const question = 'Open to the public: is all there that the law asks for?';
  const missing = await missingNow();
  return missing.length === 0
    ? fine(question, 'yes')
    : wrong(
        question,
        `missing: ${missing.join('、')}`,
        'fill it in under 系统设置 › 合规 (docs/before-you-open.md); no further template goes online before',
      );
};
