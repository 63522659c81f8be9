import { Box, Chip } from '@mui/material';
import { useState } from 'react';
import { useInput, useTranslate } from 'react-admin';
import { invitationStates, type User, userChannels } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { CopiedText, CopyText } from '../../kit/field/CopyText.tsx';
import { StatusLabel, Time } from '../../kit/field/valueFields.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { UserName } from '../user-link/parts.ts';
import { maskedPhone } from './maskedPhone.ts';
import { TagsField } from './TagsField.tsx';

export const UserFacts = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const field = useTexts('resources.users.fields');
  return (
    <Panel title={translate('resources.users.facts')} action={<UserTagsButton user={user} />}>
      <FactList
        facts={[
          [field('openid'), <CopiedText key="openid" text={user.openid} name={field('openid')} />],
          [field('id'), <CopiedText key="id" text={user.id} name={field('id')} />],
          [
            field('phoneTail'),
            <UserContact
              key="phone"
              user={user}
              of="phone"
              masked={user.phoneTail && maskedPhone(user.phoneTail)}
            />,
          ],
          ...(user.guardian
            ? [
                [
                  field('guardian'),
                  <UserContact key="guardian" user={user} of="guardian" masked={user.guardian} />,
                ] as const,
              ]
            : []),
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
          [field('invitedBy'), user.invitedBy && <UserName key="by" id={user.invitedBy} />],
          [
            field('invitation'),
            user.invitation && <StatusLabel key="gift" {...invitationStates[user.invitation]} />,
          ],
        ]}
      />
    </Panel>
  );
};

interface UserContactProps {
  user: RecordOf<User>;
  of: 'phone' | 'guardian';
  masked: string;
}

/** Masked; the whole with a reason, until the page is left. */
const UserContact = ({ user, of, masked }: UserContactProps) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  const [whole, setWhole] = useState('');
  if (!masked) return <>{translate('list.none')}</>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, justifyContent: 'flex-end' }}>
      {whole || masked}
      {whole ? (
        <CopyText
          text={whole}
          name={translate(`resources.users.fields.${of === 'phone' ? 'phoneTail' : of}`)}
        />
      ) : (
        <DialogButton
          right="users.contact"
          button={{ size: 'small', variant: 'text' }}
          texts="resources.users.phone"
        >
          <ActionForm
            fields={{ reason: adminUserActions.revealContact.input.shape.reason }}
            run={input => invoke('adminUser', 'revealContact', { id: user.id, of, ...input })}
            onDone={answer => setWhole(answer[of] ?? '')}
          />
        </DialogButton>
      )}
    </Box>
  );
};

const { tags } = adminUserActions.setTags.input.shape;

const UserTagsButton = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const { invoke } = useDataProvider();
  if (user.status === 'deleted') return null;
  return (
    <DialogButton
      right="users.write"
      button={{ size: 'small', variant: 'text' }}
      texts="resources.users.tag"
      title={translate('resources.users.tag.action')}
    >
      <ActionForm
        fields={{ tags }}
        defaultValues={{ tags: user.tags }}
        run={input => invoke('adminUser', 'setTags', { id: user.id, rev: user.rev, ...input })}
        submit={<SubmitButton label={translate('ra.action.save')} />}
      >
        <TagsInput />
      </ActionForm>
    </DialogButton>
  );
};

const TagsInput = () => {
  const t = useTexts('resources.users.fields');
  const { field, fieldState } = useInput({ source: 'tags' });
  return (
    <TagsField
      label={t('tags')}
      value={field.value as string[]}
      onChange={field.onChange}
      error={sentenceOf(fieldState.error)}
    />
  );
};
