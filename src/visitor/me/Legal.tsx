import { useEffect, useRef, useState } from 'react';
import { coversPhotos, faceVersion } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { useSignedUrls } from '../../shared/SignedUrlsProvider.tsx';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { FailureText } from '../Failure.tsx';
import { LegalLinks } from '../legal/LegalLinks.tsx';
import { useAct } from '../useAct.ts';
import type { Me } from './myData.ts';
import { PICTURES_PER_PART, saveMyData } from './saveMyData.ts';

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
  const signedUrls = useSignedUrls();
  const { imageStyles } = useSystemSettings();
  const [note, setNote] = useState<string>(legal.copyHint(PICTURES_PER_PART));
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const { busy, message, run } = useAct(async () => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const onProgress = (done: number, total: number) => setNote(legal.copyingPictures(done, total));
    setNote(legal.copying);
    try {
      setNote(
        legal.copied(await saveMyData({ invoke, signedUrls, imageStyles, signal, onProgress })),
      );
    } catch (failure) {
      setNote(signal.aborted ? legal.copyStopped : legal.copyHint(PICTURES_PER_PART));
      if (!signal.aborted) throw failure;
    }
  });
  return (
    <>
      <button type="button" className="row-button" disabled={busy} onClick={() => run()}>
        <span>{legal.copy}</span>
        <span className="hint" role="status">
          {note}
        </span>
      </button>
      {busy && (
        <button type="button" className="button" onClick={() => stopping.current?.abort()}>
          {legal.copyStop}
        </button>
      )}
      <FailureText message={message} />
    </>
  );
};
