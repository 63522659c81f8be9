import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageNotice } from '../PageNotice.tsx';

export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <PageNotice
      text={translate('app.notFound.text')}
      action={
        <Button variant="contained" component={Link} to="/">
          {translate('app.notFound.home')}
        </Button>
      }
    />
  );
};
