import { legalSentences } from '#contract/sentences/legal.ts';
import { settingsOf } from '../base/settings.ts';
import { moderationIn } from '../moderation/settings.ts';
import { isAbroadNow } from '../users/consents.ts';

/**
 * What the legal texts state about this installation, from its settings: names, days, services. Empty where not given.
 * Database round trips: at most 2.
 */
export const legalFacts = async () => {
  const [general, system, payment, { operator, filing, complaints, minors }, isAbroad] =
    await Promise.all([
      settingsOf('general'),
      settingsOf('system'),
      settingsOf('payment'),
      settingsOf('compliance'),
      isAbroadNow(),
    ]);
  const { wechat, phone } = general.customerService;
  const { images, texts, results } = moderationIn(system);
  return {
    siteName: general.siteName,
    operator: operator.name,
    address: operator.address,
    /** How the operator is reached: WeChat, phone or e-mail, as one line. */
    contact: legalSentences.contact(wechat, phone),
    algorithm: filing.algorithm,
    model: filing.model,
    modelNumber: filing.modelNumber,
    /** How long everything is kept. */
    ...system.retention,
    moderatesImages: images,
    moderatesTexts: texts,
    moderatesResults: results,
    /** Whether a key of the image service's international site is in use, so that photos go abroad. */
    isAbroad,
    /** Working days within which a complaint is accepted, and days within which it is answered. */
    ...complaints,
    /** Whether a part of a purchase is refunded. */
    allowPartial: payment.allowPartial,
    /** Days that an unpaid print order from the web waits. */
    webOrderDays: payment.webOrderDays,
    /** Whether users below fourteen are served, with their guardian's consent. */
    under14: minors.under14,
  };
};

export type LegalFacts = Awaited<ReturnType<typeof legalFacts>>;
