import './me.css';
import '../fields.css';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { formatCode, isWellFormedCode, normaliseCode } from '#contract/codeText.ts';
import { creditBuckets } from '#contract/creditLedger.ts';
import type { ActionOutput } from '#contract/index.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { formatCount } from '../../shared/count.ts';
import { SelectedText } from '../../shared/SelectedText.tsx';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { dayOf, exactMinute, lastDay } from '../../shared/time.ts';
import { useCopy } from '../../shared/useCopy.ts';
import { Fact } from '../Fact.tsx';
import { Failure, FailureText } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { PersonIcon } from '../icons.tsx';
import { invitationAddress } from '../invitation.ts';
import { Link } from '../Link.tsx';
import { createPagedList, type PagedList } from '../pagedList.ts';
import { useAgreement } from '../photos/useAgreement.tsx';
import { PageSkeleton } from '../skeletons.tsx';
import type { Unread } from '../unread.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { useReconnected } from '../useReconnected.ts';
import { DeleteData } from './DeleteData.tsx';
import { Help } from './Help.tsx';
import { Legal } from './Legal.tsx';
import type { Me } from './myData.ts';
import { Orders } from './Orders.tsx';
import { Packages } from './Packages.tsx';
import { PanelList } from './PanelList.tsx';

export interface MePageProps {
  invoke: Invoke;
  startAnew: () => Promise<void>;
  unread: Unread;
}

export const MePage = ({ invoke, startAnew, unread }: MePageProps) => {
  usePageTitle(words.title);
  const { state, again } = useRead(invoke, 'appUser', 'getMe', {});
  const me = state.status === 'ready' ? state.value : null;
  useEffect(() => {
    if (me) unread.set(me.unreadLetters);
  }, [me, unread]);
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
          <Packages invoke={invoke} />
          <Orders invoke={invoke} />
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
                {words.member(packageName, packageExpireTime ? lastDay(packageExpireTime) : '')}
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

/** The link to share, and what it brings both; nothing while it brings nothing. */
const Invite = ({ me: { _id, invitation } }: { me: Me }) => {
  const { copied, copy } = useCopy();
  if (!invitation) return null;
  const address = invitationAddress(_id);
  return (
    <section className="panel">
      <h2>{words.invite}</h2>
      <p className="hint">{words.inviteHint(invitation)}</p>
      {_id === '' ? (
        <p className="hint">{words.inviteLater}</p>
      ) : (
        <>
          {copied === false && <SelectedText text={address} name={words.invite} />}
          <button type="button" className="button" onClick={() => void copy(address)}>
            {words.copyInvitation}
          </button>{' '}
          <span role="status">{copied !== null && (copied ? words.copied : words.notCopied)}</span>
        </>
      )}
    </section>
  );
};

type Line = ActionOutput<'appUser', 'getLedger'>['list'][number];

const createLedger = (invoke: Invoke): PagedList<Line> =>
  createPagedList({ pageSize: 10, read: page => invoke('appUser', 'getLedger', page) });

/** Where the visitor's credits came from and went to; further lines on demand, because other things stand below. */
const Ledger = ({ list }: { list: PagedList<Line> }) => (
  <section className="panel">
    <h2>{words.ledger}</h2>
    <PanelList list={list} none={words.noLedger}>
      {line => (
        <>
          <span className="ledger-what">{line.userNote || words.kinds[line.kind]}</span>
          <span className="ledger-delta" data-more={line.delta > 0}>
            {line.delta > 0 ? '+' : '−'}
            {formatCount(Math.abs(line.delta))}
          </span>
          <span className="hint">
            {line.userNote && `${words.kinds[line.kind]} · `}
            {exactMinute(line.createTime)}
          </span>
          <span className="hint">
            {creditBuckets[line.bucket].label} {words.balance(formatCount(line.balanceAfter))}
          </span>
        </>
      )}
    </PanelList>
  </section>
);

interface RedeemFormProps {
  invoke: Invoke;
  /** Also when it is not known whether the code was redeemed. */
  onRedeemed: () => void;
}

const RedeemForm = ({ invoke, onRedeemed }: RedeemFormProps) => {
  const { consenting, dialog } = useAgreement(invoke);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [done, setDone] = useState('');
  const [busy, setBusy] = useState(false);
  const id = useId();

  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setDone('');
    const code = normaliseCode(typed);
    // A slip of the pen does not count as a try.
    if (!isWellFormedCode(code)) return setError(code ? words.codeMalformed : words.codeRequired);
    setTyped(formatCode(code));
    setError('');
    setBusy(true);
    try {
      const { credits, packageName } = await consenting(() =>
        invoke('appUser', 'redeemCode', { code }),
      );
      setDone(words.redeemed(credits, packageName));
      setTyped('');
      onRedeemed();
    } catch (failure) {
      console.error('code not redeemed', failure);
      const message = failureMessage(failure);
      const isUnclear = failure instanceof PlatformFailure;
      setError(isUnclear ? words.redeemUnclear(message) : message);
      if (isUnclear) onRedeemed();
    }
    setBusy(false);
  };

  return (
    <section className="panel">
      <h2>{words.redeem}</h2>
      <form className="redeem field" onSubmit={event => void redeem(event)}>
        <input
          value={typed}
          aria-label={words.code}
          placeholder={words.codePlaceholder}
          aria-invalid={error !== ''}
          aria-describedby={error ? id : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          onChange={({ target }) => {
            setTyped(target.value);
            setError('');
          }}
          onBlur={() => {
            const code = normaliseCode(typed);
            if (isWellFormedCode(code)) setTyped(formatCode(code));
          }}
        />
        <button type="submit" className="button button-accent" disabled={busy}>
          {busy ? words.redeeming : words.redeemAction}
        </button>
      </form>
      <FailureText id={id} message={error} />
      <p className="done" role="status">
        {done}
      </p>
      {dialog}
    </section>
  );
};
