import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { Failure } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { Link } from '../Link.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { Account } from './Account.tsx';
import { DeleteData } from './DeleteData.tsx';
import { Help } from './Help.tsx';
import { createLedger, Ledger } from './Ledger.tsx';
import { Legal } from './Legal.tsx';
import type { Me } from './me.ts';
import { RedeemForm } from './RedeemForm.tsx';
import './me.css';

export interface MePageProps {
  invoke: Invoke;
  startAnew: () => Promise<void>;
}

export const MePage = ({ invoke, startAnew }: MePageProps) => {
  usePageTitle(words.title);
  const { me, message, read } = useMe(invoke);
  const ledger = useMemo(() => createLedger(invoke), [invoke]);
  const refresh = () => {
    read();
    ledger.open();
  };
  const retry = useCallback(() => {
    if (message) read();
  }, [message, read]);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);

  return (
    <div className="me">
      <h1 tabIndex={-1} className={me ? 'visually-hidden' : undefined}>
        {words.title}
      </h1>
      {me ? (
        <>
          <Account me={me} />
          <RedeemForm invoke={invoke} onRedeemed={refresh} />
          <section className="panel">
            <Link className="row-button" href="/prints">
              <span>{words.prints}</span>
              <span className="hint">{words.printsHint}</span>
            </Link>
          </section>
          <Ledger list={ledger} />
        </>
      ) : message ? (
        <Failure message={message} onRetry={read} />
      ) : (
        <AccountSkeleton />
      )}
      <Help invoke={invoke} canWrite={me !== null} />
      <Legal agreedVersion={me?.agreedVersion} />
      {me && <DeleteData invoke={invoke} credits={me.credits} startAnew={startAnew} />}
    </div>
  );
};

/** A failure is shown only while nothing is known. */
const useMe = (invoke: Invoke) => {
  const [me, setMe] = useState<Me | null>(null);
  const [message, setMessage] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let left = false;
    invoke('appUser', 'getMe', {}).then(
      answer => {
        if (left) return;
        setMe(answer);
        setMessage('');
      },
      (failure: unknown) => {
        console.error('visitor not loaded', failure);
        if (!left) setMessage(failureMessage(failure));
      },
    );
    return () => {
      left = true;
    };
  }, [invoke, attempt]);
  const read = useCallback(() => {
    setMessage('');
    setAttempt(count => count + 1);
  }, []);
  return { me, message, read };
};

const AccountSkeleton = () => (
  <div className="panel" aria-busy="true">
    <span className="visually-hidden" role="status">
      {visitor.loading}
    </span>
    <span className="skeleton skeleton-title" />
    <span className="skeleton skeleton-block" />
  </div>
);
