import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Button, Card } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { ListState } from '../base/ListState.tsx';

export interface RecordFailedProps {
  error: unknown;
  refetch: () => unknown;
  isFetching: boolean;
  resource: string | undefined;
}

/** A missing record links back to its list; a failed load offers a retry. */
export const RecordFailed = ({ error, refetch, isFetching, resource }: RecordFailedProps) => {
  const translate = useTranslate();
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
            <Button variant="outlined" loading={isFetching} onClick={() => refetch()}>
              {translate('list.failed.retry')}
            </Button>
          }
        />
      )}
    </Card>
  );
};
