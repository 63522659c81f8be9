import { useMemo } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { formatCount } from '../../shared/count.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { dayOf } from '../../shared/time.ts';
import { Fact } from '../Fact.tsx';
import { Failure } from '../Failure.tsx';
import { PersonIcon } from '../icons.tsx';
import { Link } from '../Link.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { useReconnected } from '../useReconnected.ts';
import { DeleteData } from './DeleteData.tsx';
import { Help } from './Help.tsx';
import { Invite } from './Invite.tsx';
import { createLedger, Ledger } from './Ledger.tsx';
import { Legal } from './Legal.tsx';
import type { Me } from './myData.ts';
import { RedeemForm } from './RedeemForm.tsx';
import './me.css';

export interface MePageProps {
  invoke: Invoke;
  startAnew: () => Promise<void>;
}

export const MePage = ({ invoke, startAnew }: MePageProps) => {
  usePageTitle(words.title);
  const { state, again } = useRead(invoke, 'appUser', 'getMe', {});
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
            <Link className="row-button" href="/letters">
              <span>
                {words.letters}
                {me.unreadLetters > 0 && (
                  <span className="tag tag-member">{words.unread(me.unreadLetters)}</span>
                )}
              </span>
              <span className="hint">{words.lettersHint}</span>
            </Link>
          </section>
          <Invite me={me} />
          <Ledger list={ledger} />
        </>
      ) : state.status === 'failed' ? (
        <Failure message={state.message} onRetry={again} />
      ) : (
        <PageSkeleton className="panel" />
      )}
      <Help invoke={invoke} canWrite={me !== null} />
      <Legal invoke={invoke} me={me} onChanged={again} />
      {me && <DeleteData invoke={invoke} credits={me.credits} startAnew={startAnew} />}
    </div>
  );
};

/** Who the visitor is to us, and what they have. */
const Account = ({ me }: { me: Me }) => {
  const { nickName, avatarUrl, isAnonymous, phoneTail, packageName, packageExpireTime } = me;
  const { paid, gift } = me.credits;
  const facts = [phoneTail && words.phone(phoneTail), me._id && words.since(dayOf(me.createTime))];
  return (
    <section className="panel" aria-label={words.title}>
      <div className="account">
        <span className="icon-tile account-picture" aria-hidden="true">
          {avatarUrl ? <SignedImage src={avatarUrl} className="fill" /> : <PersonIcon />}
        </span>
        <div>
          <p className="account-name">
            {nickName || (isAnonymous ? words.anonymous : words.unnamed)}
            {packageName && (
              <span className="tag tag-member">
                {words.member(packageName, packageExpireTime ? dayOf(packageExpireTime) : '')}
              </span>
            )}
          </p>
          <p className="hint">{facts.filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      {isAnonymous && <p className="account-warning">{words.anonymousWarning}</p>}
      <dl className="credits">
        <Fact name={words.total} className="credits-total">
          {formatCount(paid + gift)}
        </Fact>
        <Fact name={words.paid}>{formatCount(paid)}</Fact>
        <Fact name={words.gift}>{formatCount(gift)}</Fact>
      </dl>
      {me.refundingCredits > 0 && <p className="hint">{words.refunding(me.refundingCredits)}</p>}
      <p className="hint">{words.creditsHint}</p>
    </section>
  );
};
