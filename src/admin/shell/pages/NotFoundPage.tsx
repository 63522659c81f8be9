import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageNotice } from '../PageNotice.tsx';
import { HOME } from '../pages.ts';

export const NotFoundPage = () => {
  const translate = useTranslate();
  return (
    <PageNotice
      text={translate('app.notFound.text')}
      action={
        <Button variant="contained" component={Link} to={HOME}>
          {translate('app.notFound.home')}
        </Button>
      }
    />
  );
};
