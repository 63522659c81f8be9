import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { ActionOutput } from '#contract/index.ts';
import { type Age, ages, coversPhotos, faceVersion } from '#contract/legal.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { loadSystemSettings, systemSettings, useSystemSettings } from '../../shared/settings.ts';
import { Check } from '../Check.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { failureMessage } from '../failureMessage.ts';
import { forgetInvitation, keptInvitation } from '../invitation.ts';
import { LegalLink } from '../legal/LegalLinks.tsx';
import { type Agree, type Consent, consentAsked } from './consent.ts';
import './photos.css';

type Given = Pick<ActionOutput<'appUser', 'getMe'>, 'agreedVersion' | 'photoConsent'>;

const versionsNow = () => {
  const { agreementVersion, legal: its, isAbroad } = systemSettings().site;
  return { terms: agreementVersion, face: faceVersion(its.documents, isAbroad) };
};

/** Makes a call, and makes it again once the visitor has agreed to what it was refused for. */
export type Consenting = <T>(call: () => Promise<T>) => Promise<T>;

interface Agreement {
  agree: Agree;
  consenting: Consenting;
  /** To be rendered. */
  dialog: ReactNode;
}

/** Asks once, however many photos wait for the answer. */
export const useAgreement = (invoke: Invoke): Agreement => {
  const [answer, setAnswer] = useState<(agreed: boolean) => void>();
  const [given, setGiven] = useState<Given>({ agreedVersion: '', photoConsent: '' });
  const [consent, setConsent] = useState<Consent>('photos');
  const asked = useRef<Promise<boolean>>(undefined);

  const agree = useCallback<Agree>(
    (wanted, again) => {
      const ask = async () => {
        // The versions may be others since this page was opened.
        if (again) await loadSystemSettings(invoke);
        const me = await invoke('appUser', 'getMe', {});
        const { terms, face } = versionsNow();
        const hasFace = wanted === 'terms' || coversPhotos(me.photoConsent, face);
        if (me.agreedVersion === terms && hasFace) return true;
        setGiven(me);
        setConsent(wanted);
        return new Promise<boolean>(resolve => setAnswer(() => resolve));
      };
      asked.current ??= ask().finally(() => {
        asked.current = undefined;
        setAnswer(undefined);
      });
      return asked.current;
    },
    [invoke],
  );

  const consenting = useCallback<Consenting>(
    call =>
      call().catch(async (failure: unknown) => {
        const asks = consentAsked(failure);
        if (asks && (await agree(asks, true))) return call();
        throw failure;
      }),
    [agree],
  );

  return {
    agree,
    consenting,
    dialog: answer && (
      <ConsentDialog invoke={invoke} consent={consent} given={given} onAnswer={answer} />
    ),
  };
};

interface ConsentDialogProps {
  invoke: Invoke;
  consent: Consent;
  /** What the visitor has agreed to already. */
  given: Given;
  onAnswer: (agreed: boolean) => void;
}

/** Of a field of the guardian's, what is wrong with it. */
const whatIsWrong = (failure: unknown): string =>
  (failure instanceof ActionFailure && Object.values(failure.body.errors ?? {})[0]) ||
  failureMessage(failure);

/** Each consent apart from the others, none of them chosen beforehand. */
const ConsentDialog = ({ invoke, consent, given, onAnswer }: ConsentDialogProps) => {
  const { site, retention } = useSystemSettings();
  const { isAbroad } = site;
  const face = faceVersion(site.legal.documents, isAbroad);
  const asksTerms = given.agreedVersion !== site.agreementVersion;
  const withPhotos = consent === 'photos';
  const asksFace = withPhotos && !coversPhotos(given.photoConsent, face);
  const [hasTerms, setTerms] = useState(false);
  const [hasFace, setFace] = useState(false);
  const [hasAbroad, setAbroad] = useState(false);
  const [hasPictured, setPictured] = useState(false);
  const { under14 } = site.legal.minors;
  const [chosenAge, setAge] = useState<Age | ''>('');
  const [name, setName] = useState('');
  const [contact, setContact] = useState('');
  const [isConfirmed, setConfirmed] = useState(false);
  const byGuardian = under14 && chosenAge === 'guardian';
  const age = byGuardian || chosenAge === 'over14' ? chosenAge : '';
  const hasGuardian = !byGuardian || (isConfirmed && name.trim() !== '' && contact.trim() !== '');
  const accept = async () => {
    try {
      if (asksTerms) {
        const version = site.agreementVersion;
        await invoke('appUser', 'agree', { version, ...keptInvitation() });
        forgetInvitation();
      }
      if (asksFace && age !== '')
        await invoke('appUser', 'consentToPhotos', {
          version: face,
          pictured: true,
          age,
          ...(byGuardian ? { guardian: { name, contact, confirmed: true } } : {}),
        });
    } catch (failure) {
      // Other versions have become the current ones: the visitor is asked about those.
      await loadSystemSettings(invoke);
      throw failure;
    }
    onAnswer(true);
  };

  return (
    <ConfirmDialog
      title={withPhotos ? legal.title : legal.titleTerms}
      dismiss={legal.decline}
      confirm={legal.agree}
      disabled={
        (asksTerms && !hasTerms) ||
        (asksFace &&
          !(hasFace && hasPictured && age !== '' && hasGuardian && (hasAbroad || !isAbroad)))
      }
      act={accept}
      messageOf={whatIsWrong}
      onClose={() => onAnswer(false)}
    >
      <p className="hint">{legal.intro}</p>
      {asksTerms && (
        <Check checked={hasTerms} onChange={setTerms}>
          {legal.terms}
          <LegalLink kind="agreement" />
          {legal.comma}
          <LegalLink kind="privacy" />
          {legal.and}
          <LegalLink kind="sharing" />
        </Check>
      )}
      {asksFace && (
        <>
          <Check checked={hasFace} onChange={setFace}>
            {legal.face}
            <LegalLink kind="face" />
          </Check>
          {isAbroad && (
            <Check checked={hasAbroad} onChange={setAbroad}>
              {legal.abroad}
              <LegalLink kind="sharing" />
            </Check>
          )}
          <Check checked={hasPictured} onChange={setPictured}>
            {legal.pictured}
          </Check>
          {under14 ? (
            <fieldset className="consent-age">
              <legend>{legal.age}</legend>
              {(Object.keys(ages) as Age[]).map(one => (
                <label key={one} className="consent">
                  <input
                    type="radio"
                    name="age"
                    checked={age === one}
                    onChange={() => setAge(one)}
                  />
                  <span>{ages[one].label}</span>
                </label>
              ))}
            </fieldset>
          ) : (
            <Check checked={age === 'over14'} onChange={is => setAge(is ? 'over14' : '')}>
              {legal.over14}
            </Check>
          )}
          {byGuardian && (
            <>
              <label className="field">
                <span>{legal.guardianName}</span>
                <input
                  value={name}
                  maxLength={20}
                  autoComplete="name"
                  onChange={({ target }) => setName(target.value)}
                />
              </label>
              <label className="field">
                <span>{legal.guardianContact}</span>
                <input
                  value={contact}
                  maxLength={60}
                  onChange={({ target }) => setContact(target.value)}
                />
              </label>
              <Check checked={isConfirmed} onChange={setConfirmed}>
                {legal.guardianConfirms}
                <LegalLink kind="face" />
                {legal.and}
                <LegalLink kind="minors" />
              </Check>
            </>
          )}
        </>
      )}
      <ul className="agreement-points">
        {withPhotos && (
          <>
            <li>{legal.facts(retention.userUploadDays)}</li>
            <li>{legal.toService}</li>
          </>
        )}
        <li>{legal.marks}</li>
      </ul>
    </ConfirmDialog>
  );
};
