import { Box } from '@mui/material';
import { ProfileForm } from './ProfileForm.tsx';
import { SessionList } from './SessionList.tsx';

export const ProfilePage = () => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, maxWidth: 860 }}>
    <ProfileForm />
    <SessionList />
  </Box>
);
