/** What the legal texts tell of this installation, from its settings: names, days, services. Empty where not given. */
export interface LegalFacts {
  siteName: string;
  operator: string;
  address: string;
  /** How the operator is reached: WeChat, phone or e-mail, as one line. */
  contact: string;
  algorithm: string;
  model: string;
  modelNumber: string;
  /** Days that photos, works, things in the trash, and limits of a deleted account are kept. */
  userUploadDays: number;
  resultDays: number;
  trashDays: number;
  pastAccountDays: number;
  /** Whether photos, texts and works are moderated. */
  moderatesImages: boolean;
  moderatesTexts: boolean;
  moderatesResults: boolean;
  /** Whether a key of the image service's international site is in use, so that photos go abroad. */
  isAbroad: boolean;
  /** Working days within which a complaint is accepted, and days within which it is answered. */
  acceptDays: number;
  answerDays: number;
  /** Days that an unpaid print order from the web waits. */
  webOrderDays: number;
}
