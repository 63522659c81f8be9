import { Button } from '@mui/material';
import { Title, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { PageNotice } from '../PageNotice.tsx';
import { HOME, useIsOpen } from '../places.ts';

export const NotFoundPage = () => {
  const translate = useTranslate();
  const isOpen = useIsOpen();
  return (
    <>
      <Title title="app.pages.notFound" preferenceKey={false} />
      <PageNotice
        text={translate('app.notFound.text')}
        action={
          <Button variant="contained" component={Link} to={HOME}>
            {translate(isOpen('dashboard') ? 'app.notFound.home' : 'app.notFound.start')}
          </Button>
        }
      />
    </>
  );
};
