import { useRecordContext } from 'react-admin';
import type { User } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { nameOfUser, UserAvatar } from '../user-link/parts.ts';

export const UserPicture = () => {
  const record = useRecordContext<RecordOf<User>>();
  return record ? <UserAvatar src={record.avatarUrl} name={nameOfUser(record)} size={36} /> : null;
};
