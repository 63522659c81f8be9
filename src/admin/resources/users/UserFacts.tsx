import { Box, Chip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type User, userChannels } from '#contract/user.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { CopyText } from '../../kit/field/CopyText.tsx';
import { Time } from '../../kit/field/TimeField.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import { UserPhone } from './UserPhone.tsx';
import { UserTagsButton } from './UserTagsButton.tsx';

export const UserFacts = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const field = useTexts('resources.users.fields');
  const copied = (text: string, name: string) => (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{text}</Box>
      <CopyText text={text} name={name} />
    </Box>
  );
  return (
    <Panel title={translate('resources.users.facts')} action={<UserTagsButton user={user} />}>
      <FactList
        facts={[
          [field('openid'), copied(user.openid, field('openid'))],
          [field('id'), copied(user.id, field('id'))],
          [field('phoneTail'), <UserPhone key="phone" user={user} />],
          [field('channel'), userChannels[user.channel].label],
          [field('createTime'), <Time key="created" instant={user.createTime} />],
          [
            field('lastActiveTime'),
            user.lastActiveTime && <Time key="active" instant={user.lastActiveTime} />,
          ],
          [
            field('tags'),
            user.tags.length > 0 ? (
              <Box
                key="tags"
                sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: 'flex-end' }}
              >
                {user.tags.map(tag => (
                  <Chip key={tag} label={tag} />
                ))}
              </Box>
            ) : null,
          ],
          [field('remark'), user.remark || undefined],
        ]}
      />
    </Panel>
  );
};
