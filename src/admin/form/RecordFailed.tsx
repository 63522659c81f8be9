import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Button, Card } from '@mui/material';
import { useEditContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { ListState } from '../list/ListState.tsx';

/** A record that is gone leads back to its list; one that could not be loaded is asked for again. */
export const RecordFailed = () => {
  const translate = useTranslate();
  const { error, refetch, isFetching, resource } = useEditContext();
  const { body, message } = (error ?? {}) as Partial<ActionFailure>;
  const gone = body?.code === codes.notFound || body?.code === codes.invalidInput;
  return (
    <Card>
      {gone ? (
        <ListState
          role="alert"
          icon={<SearchOffIcon />}
          title={translate('list.missing.title')}
          text={translate('list.missing.text')}
          action={
            <Button variant="outlined" component={Link} to={`/${resource}`}>
              {translate('list.missing.back')}
            </Button>
          }
        />
      ) : (
        <ListState
          role="alert"
          icon={<CloudOffIcon />}
          title={translate('list.failed.title')}
          text={message ?? ''}
          action={
            <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
              {translate('list.failed.retry')}
            </Button>
          }
        />
      )}
    </Card>
  );
};
