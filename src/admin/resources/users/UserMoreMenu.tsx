import MoreIcon from '@mui/icons-material/MoreHoriz';
import { IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type User, userTransitions } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ReasonInput } from '../../kit/action/ReasonInput.tsx';
import { useInvoke } from '../../kit/base/InvokeContext.ts';
import type { RecordOf } from '../../kit/base/record.ts';
import { useRecord } from '../../kit/base/record.ts';
import { nameOfUser } from '../user-link/parts.ts';
import { UserRedeemDialog } from './UserRedeemDialog.tsx';

/** What is done rarely. */
export const UserMoreMenu = () => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<User>>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState<'redeem' | 'delete' | null>(null);
  if (record.status === 'deleted') return null;
  const start = (deed: 'redeem' | 'delete') => {
    setAnchor(null);
    setOpen(deed);
  };
  const label = translate('resources.users.more');
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ border: 1, borderColor: 'divider' }}
          size="small"
        >
          <MoreIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {record.status === 'normal' && (
          <MenuItem onClick={() => start('redeem')}>
            {translate('resources.users.redeem.action')}
          </MenuItem>
        )}
        {userTransitions[record.status].includes('deleted') && (
          <MenuItem onClick={() => start('delete')} sx={{ color: 'error.main' }}>
            {translate('resources.users.status.deleted.action')}
          </MenuItem>
        )}
      </Menu>
      {open === 'redeem' && <UserRedeemDialog record={record} onClose={() => setOpen(null)} />}
      {open === 'delete' && <UserDeleteDialog record={record} onClose={() => setOpen(null)} />}
    </>
  );
};

const { reason } = adminUserActions.updateUserStatus.input.shape;

/** Deletes an account permanently; its name must be typed. */
const UserDeleteDialog = (props: { record: RecordOf<User>; onClose: () => void }) => {
  const { record, onClose } = props;
  const translate = useTranslate();
  const invoke = useInvoke();
  const name = nameOfUser(record);
  const say = (key: string) => translate(`resources.users.status.deleted.${key}`, { name });
  return (
    <ActionDialog
      title={say('title')}
      facts={say('effect')}
      fields={{ reason }}
      labels="users"
      submit={say('submit')}
      danger
      typed={say('word')}
      done={say('done')}
      run={values =>
        invoke('adminUser', 'updateUserStatus', {
          id: record.id,
          status: 'deleted',
          reason: String(values['reason']),
        })
      }
      onClose={onClose}
    >
      <ReasonInput suggestions="resources.users.status.deleted.reasons" />
    </ActionDialog>
  );
};
