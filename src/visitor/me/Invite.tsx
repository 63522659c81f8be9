import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { SelectedText } from '../../shared/SelectedText.tsx';
import { useCopy } from '../../shared/useCopy.ts';
import { invitationAddress } from '../invitation.ts';
import type { Me } from './myData.ts';

/** The link to share, and what it brings both; nothing while it brings nothing. */
export const Invite = ({ me: { _id, invitation } }: { me: Me }) => {
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
