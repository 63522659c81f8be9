import { useState } from 'react';
import { coversPhotos, faceVersion } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { FailureText } from '../Failure.tsx';
import { LegalLinks } from '../legal/LegalLinks.tsx';
import { useAct } from '../useAct.ts';
import { type Me, saveMyData } from './myData.ts';

export interface LegalProps {
  invoke: Invoke;
  /** Null while it is not known. */
  me: Me | null;
  onChanged: () => void;
}

/** What the visitor has agreed to, the way to take it back, and a copy of all that is kept. */
export const Legal = ({ invoke, me, onChanged }: LegalProps) => (
  <section className="panel">
    <h2>{words.legal}</h2>
    <LegalLinks />
    {me && (
      <>
        <Agreed me={me} />
        <PhotoConsent invoke={invoke} me={me} onChanged={onChanged} />
        <MyData invoke={invoke} />
      </>
    )}
    <p className="hint">{legal.deletionDeadline}</p>
  </section>
);

const Agreed = ({ me: { agreedVersion } }: { me: Me }) => {
  const { agreementVersion } = useSystemSettings().site;
  const sentence =
    agreedVersion === agreementVersion
      ? words.agreed(agreedVersion)
      : agreedVersion
        ? words.agreedOlder(agreedVersion, agreementVersion)
        : words.notAgreed;
  return <p className="hint">{sentence}</p>;
};

const PhotoConsent = ({ invoke, me, onChanged }: LegalProps & { me: Me }) => {
  const { isAbroad, legal: its } = useSystemSettings().site;
  const [isAsking, setAsking] = useState(false);
  const withdraw = async () => {
    await invoke('appUser', 'withdrawPhotoConsent', {});
    setAsking(false);
    onChanged();
  };
  if (!me.photoConsent) return <p className="hint">{legal.noPhotoConsent}</p>;
  return (
    <>
      <p className="hint">
        {legal.photoConsent(me.photoConsent.split('+')[0]!)}
        {!coversPhotos(me.photoConsent, faceVersion(its.documents, isAbroad)) &&
          legal.photoConsentOlder}
      </p>
      <button type="button" className="row-button" onClick={() => setAsking(true)}>
        <span>{legal.withdraw}</span>
        <span className="hint">{legal.withdrawHint}</span>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={legal.withdrawTitle}
          dismiss={words.cancel}
          confirm={legal.withdrawConfirm}
          confirming={legal.withdrawing}
          isDanger
          act={withdraw}
          onClose={() => setAsking(false)}
        >
          <ul className="agreement-points">
            {legal.withdrawFacts.map(fact => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  );
};

const MyData = ({ invoke }: { invoke: Invoke }) => {
  const [isDone, setDone] = useState(false);
  const { busy, message, run } = useAct(async () => {
    setDone(false);
    await saveMyData(invoke);
    setDone(true);
  });
  return (
    <>
      <button type="button" className="row-button" disabled={busy} onClick={() => run()}>
        <span>{legal.copy}</span>
        <span className="hint" role="status">
          {busy ? legal.copying : isDone ? legal.copied : legal.copyHint}
        </span>
      </button>
      <FailureText message={message} />
    </>
  );
};
