import type { User } from '#contract/user.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { nameOfUser, UserAvatar, userPath } from '../user-link/parts.ts';

/** Who it is; the name is a link, so that a keyboard can open the row too. */
export const UserNameField = ({ size = 32 }: { size?: number }) => {
  const record = useRecord<RecordOf<User>>();
  const name = nameOfUser(record);
  return (
    <NameCell
      picture={<UserAvatar src={record.avatarUrl} name={name} size={size} />}
      gap={1.25}
      name={name}
      to={userPath(record.id)}
      second={record.openid}
      width={{ sm: 200, xl: 280 }}
    />
  );
};
