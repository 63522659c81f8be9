import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { loadSystemSettings, systemSettings, useSystemSettings } from '../../shared/settings.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { Agree } from './uploadPhoto.ts';
import './photos.css';

/** Asks once, however many photos wait for the answer. `dialog` is to be rendered. */
export const useAgreement = (invoke: Invoke): { agree: Agree; dialog: ReactNode } => {
  const [answer, setAnswer] = useState<(agreed: boolean) => void>();
  const asked = useRef<Promise<boolean>>(undefined);

  const agree = useCallback<Agree>(
    again => {
      const ask = async () => {
        // The version may be another one since this page was opened.
        if (again) await loadSystemSettings(invoke);
        else {
          const { agreedVersion } = await invoke('appUser', 'getMe', {});
          if (agreedVersion === systemSettings().site.agreementVersion) return true;
        }
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

  return { agree, dialog: answer && <AgreementDialog invoke={invoke} onAnswer={answer} /> };
};

const AgreementDialog = ({
  invoke,
  onAnswer,
}: {
  invoke: Invoke;
  onAnswer: (agreed: boolean) => void;
}) => {
  const { site, retention } = useSystemSettings();
  const accept = async () => {
    try {
      await invoke('appUser', 'agree', { version: site.agreementVersion });
    } catch (failure) {
      // Another version has become the current one: the visitor is asked about that.
      await loadSystemSettings(invoke);
      throw failure;
    }
    onAnswer(true);
  };

  return (
    <ConfirmDialog
      title={making.agreement}
      dismiss={making.decline}
      confirm={making.agree}
      act={accept}
      onClose={() => onAnswer(false)}
    >
      <p>
        {making.agreementIntro}
        <Document address={site.agreementUrl}>{making.agreementLink}</Document>
        <Document address={site.privacyUrl}>{making.privacyLink}</Document>
      </p>
      <ul className="agreement-points">
        <li>{making.agreementPlain}</li>
        <li>{making.kept(retention.userUploadDays)}</li>
        <li>{making.agreementRights}</li>
      </ul>
    </ConfirmDialog>
  );
};

/** Just its name while it has no address. */
const Document = ({ address, children }: { address: string; children: string }) =>
  address ? (
    <a className="link" href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
