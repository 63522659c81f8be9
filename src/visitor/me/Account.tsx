import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { dayOf } from '../../shared/time.ts';
import { Fact } from '../Fact.tsx';
import { PersonIcon } from '../icons.tsx';
import type { Me } from './me.ts';

/** Who the visitor is to us, and what they have. */
export const Account = ({ me }: { me: Me }) => {
  const { nickName, avatarUrl, isAnonymous, phoneTail, packageName, packageExpireTime } = me;
  const { paid, gift } = me.credits;
  const facts = [phoneTail && words.phone(phoneTail), me._id && words.since(dayOf(me.createTime))];
  return (
    <section className="panel" aria-label={words.title}>
      <div className="account">
        <span className="account-picture" aria-hidden="true">
          {avatarUrl ? <SignedImage src={avatarUrl} className="fill" /> : <PersonIcon />}
        </span>
        <div>
          <p className="account-name">
            {nickName || (isAnonymous ? words.visitor : words.unnamed)}
            {isAnonymous && <span className="tag">{words.anonymous}</span>}
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
          {paid + gift}
        </Fact>
        <Fact name={words.paid}>{paid}</Fact>
        <Fact name={words.gift}>{gift}</Fact>
      </dl>
      {me.refundingCredits > 0 && <p className="hint">{words.refunding(me.refundingCredits)}</p>}
      <p className="hint">{words.creditsHint}</p>
    </section>
  );
};
