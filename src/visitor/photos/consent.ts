import { ActionFailure } from '#dataProvider/invoke.ts';

/** What is agreed to: agreement and privacy text, and, where photos are sent, faces as well. */
export type Consent = 'terms' | 'photos';

/** Whether the visitor has agreed; asks for it if not. `again`: the server says that it is missing. */
export type Agree = (consent: Consent, again?: boolean) => Promise<boolean>;

/** What the server refused for because the visitor has not agreed to what is current. */
export const consentAsked = (failure: unknown): Consent | null => {
  if (!(failure instanceof ActionFailure)) return null;
  const data = failure.body.data as
    | { needsAgreement?: boolean; needsPhotoConsent?: boolean }
    | undefined;
  if (data?.needsPhotoConsent) return 'photos';
  return data?.needsAgreement ? 'terms' : null;
};
