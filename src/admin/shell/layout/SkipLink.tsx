import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';

export const MAIN_ID = 'main-content';

export const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-64px)' },
      }}
    >
      {translate('app.skip')}
    </Button>
  );
};
