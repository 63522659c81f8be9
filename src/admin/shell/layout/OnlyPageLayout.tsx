import { Alert, Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { LogoutDialog } from '../LogoutDialog.tsx';
import { PageHeading } from './PageHeading.tsx';

export interface OnlyPageLayoutProps {
  /** Why there is nothing else. */
  notice: string;
  children: ReactNode;
}

/** Around a page while every other action is refused: no menu, nothing that reads. */
export const OnlyPageLayout = ({ notice, children }: OnlyPageLayoutProps) => {
  const translate = useTranslate();
  const [leaving, setLeaving] = useState(false);
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', bgcolor: 'background.default', px: 2, py: { xs: 2, sm: 6 } }}
    >
      <Box sx={{ maxWidth: 520, mx: 'auto', display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <PageHeading />
          <Button onClick={() => setLeaving(true)}>{translate('app.account.logout')}</Button>
        </Box>
        <Alert severity="info">{translate(notice)}</Alert>
        {children}
      </Box>
      <LogoutDialog open={leaving} onCancel={() => setLeaving(false)} />
    </Box>
  );
};
