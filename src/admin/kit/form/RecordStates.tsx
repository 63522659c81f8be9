import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import SearchOffIcon from '@mui/icons-material/SearchOff';
import { Alert, Box, Button, Card, Skeleton } from '@mui/material';
import { useResourceContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { codes } from '#contract/envelope.ts';
import type { Damaged } from '#dataProvider/damaged.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { useFieldNames } from '../base/hooks.ts';
import { ListState } from '../base/ListState.tsx';
import { RECORD_HEAD } from '../base/measures.ts';

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

/** The shape of a form that is on its way, below the head of a record where it has one. */
export const RecordLoading = ({ hasHead = false }: { hasHead?: boolean }) => (
  <Box aria-busy>
    {hasHead && (
      <Skeleton className={RECORD_HEAD} variant="rounded" height={40} width={280} sx={{ mb: 2 }} />
    )}
    {[200, 260, 160].map(height => (
      <Card key={height} sx={{ p: 3, mb: 2 }}>
        <Skeleton width={96} sx={{ mb: 2 }} />
        <Skeleton variant="rounded" height={height} />
      </Card>
    ))}
  </Box>
);

interface DamagedNoticeProps {
  record: Damaged;
  /** Whether the page can repair it. */
  editable: boolean;
}

/** Above a record that breaks its contract: what is wrong, and what to do. */
export const DamagedNotice = ({ record, editable }: DamagedNoticeProps) => {
  const translate = useTranslate();
  const namesOf = useFieldNames(useResourceContext() ?? '');
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate(editable ? 'form.damaged.edit' : 'form.damaged.show', {
        fields: namesOf(record.damaged),
      })}
    </Alert>
  );
};
