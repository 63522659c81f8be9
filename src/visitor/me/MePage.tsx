import { useCallback, useMemo } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { Failure } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { useReconnected } from '../useReconnected.ts';
import { Account } from './Account.tsx';
import { DeleteData } from './DeleteData.tsx';
import { Help } from './Help.tsx';
import { createLedger, Ledger } from './Ledger.tsx';
import { Legal } from './Legal.tsx';
import { RedeemForm } from './RedeemForm.tsx';
import './me.css';

export interface MePageProps {
  invoke: Invoke;
  startAnew: () => Promise<void>;
}

export const MePage = ({ invoke, startAnew }: MePageProps) => {
  usePageTitle(words.title);
  const read = useCallback(() => invoke('appUser', 'getMe', {}), [invoke]);
  const { state, again } = useRead(read);
  const me = state.status === 'ready' ? state.value : null;
  const ledger = useMemo(() => createLedger(invoke), [invoke]);
  const refresh = () => {
    again();
    ledger.open();
  };
  useReconnected(again);

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
      ) : state.status === 'failed' ? (
        <Failure message={state.message} onRetry={again} />
      ) : (
        <PageSkeleton className="panel" />
      )}
      <Help invoke={invoke} canWrite={me !== null} />
      <Legal agreedVersion={me?.agreedVersion} />
      {me && <DeleteData invoke={invoke} credits={me.credits} startAnew={startAnew} />}
    </div>
  );
};
