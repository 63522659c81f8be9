import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { PageNotice } from '../PageNotice.tsx';

export const ErrorPage = () => {
  const translate = useTranslate();
  return (
    <PageNotice
      alert
      title={translate('app.error.title')}
      text={translate('app.error.text')}
      action={
        <Button variant="contained" onClick={() => location.reload()}>
          {translate('app.error.reload')}
        </Button>
      }
    />
  );
};
