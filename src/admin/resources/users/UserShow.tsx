import { Box } from '@mui/material';
import { Navigate, useParams } from 'react-router-dom';
import { userStatuses } from '#contract/user.ts';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { NOT_FOUND } from '../../kit/base/editRoute.tsx';
import { RecordShow } from '../../kit/show/RecordShow.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { UserCreditsButton } from './UserCreditsButton.tsx';
import { UserDisabledAlert } from './UserDisabledAlert.tsx';
import { UserFigures } from './UserFigures.tsx';
import { UserMoreMenu } from './UserMoreMenu.tsx';
import { UserPackageButton } from './UserPackageButton.tsx';
import { UserPicture } from './UserPicture.tsx';
import { UserStatusButton } from './UserStatusButton.tsx';
import { UserTabPanel, UserTabs } from './UserTabs.tsx';
import { type UserTab, userTabs } from '../user-link/parts.ts';

/** Everything about one user; each tab has its own address. */
export const UserShow = () => {
  const { '*': rest = '' } = useParams();
  const tab = rest === '' ? 'overview' : rest;
  if (rest === 'overview' || !userTabs.includes(tab as UserTab)) {
    return <Navigate to={NOT_FOUND} replace />;
  }
  return (
    <RecordShow
      history={<AuditTrail />}
      header={
        <RecordHeader
          picture={<UserPicture />}
          status={<StatusField choices={userStatuses} />}
          actions={
            <>
              <UserCreditsButton />
              <UserPackageButton />
              <UserStatusButton />
              <UserMoreMenu />
            </>
          }
        />
      }
    >
      <UserDisabledAlert />
      <UserFigures tab={tab as UserTab} />
      <Box sx={{ minWidth: 0 }}>
        <UserTabs tab={tab as UserTab} />
        <UserTabPanel tab={tab as UserTab} />
      </Box>
    </RecordShow>
  );
};
