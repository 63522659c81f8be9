import { Box, Skeleton } from '@mui/material';
import { TextInput, useGetList, useTranslate } from 'react-admin';
import type { User, UserLog } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionButton } from '../../kit/action/buttons.tsx';
import { type RecordOf, useInvoke } from '../../kit/base/hooks.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { Time } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';

const { text } = adminUserActions.addNote.input.shape;
const SHOWN = 50;

/** What colleagues want each other to know about a user. */
export const UserNotes = ({ user }: { user: RecordOf<User> }) => {
  const translate = useTranslate();
  const { data, error, refetch } = useGetList<RecordOf<UserLog>>('users/notes', {
    filter: { id: user.id },
    pagination: { page: 1, perPage: SHOWN },
    sort: { field: 'createTime', order: 'DESC' },
  });
  return (
    <Panel
      title={translate('resources.users.notes.title')}
      action={<AddNoteButton userId={user.id} />}
    >
      {error && !data ? (
        <LoadFailure text={(error as Error).message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={40} />
      ) : data.length === 0 ? (
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {translate('resources.users.notes.empty')}
        </Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {data.map(({ id, detail, operator, createTime }) => (
            <li key={id}>
              <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{detail}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
                {operator} · <Time instant={createTime} />
              </Box>
            </li>
          ))}
        </Box>
      )}
    </Panel>
  );
};

const AddNoteButton = ({ userId }: { userId: string }) => {
  const translate = useTranslate();
  const invoke = useInvoke();
  return (
    <ActionButton
      label={translate('resources.users.notes.add')}
      size="small"
      dialog={
        <ActionDialog
          texts="resources.users.notes"
          title={translate('resources.users.notes.add')}
          fields={{ text }}
          submit={translate('ra.action.save')}
          run={(input, idemKey) =>
            invoke('adminUser', 'addNote', { id: userId, ...input, idemKey })
          }
        >
          <TextInput source="text" multiline minRows={3} fullWidth isRequired />
        </ActionDialog>
      }
    />
  );
};
