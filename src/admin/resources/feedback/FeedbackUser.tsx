import { useReference } from 'react-admin';
import type { User } from '#contract/user.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { nameOfUser, userPath } from '../user-link/parts.ts';
import type { FeedbackRecord } from './FeedbackRecord.ts';

/** Who has sent it; the users of a page come with one call. */
export const FeedbackUser = () => {
  const { userId } = useRecord<FeedbackRecord>();
  const { referenceRecord: user } = useReference<RecordOf<User>>({
    reference: 'users',
    id: userId,
    options: { staleTime: 30_000 },
  });
  if (!user) return null;
  const name = nameOfUser(user);
  return (
    <PageLink to={userPath(userId)} title={name} noWrap sx={{ maxWidth: { sm: 160 } }}>
      {name}
    </PageLink>
  );
};
