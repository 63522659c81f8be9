import { Box, Button, DialogContentText, Typography } from '@mui/material';
import { useState } from 'react';
import {
  type RaRecord,
  useNotify,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
  useUpdate,
} from 'react-admin';
import { codes } from '#contract/envelope.ts';
import type { ActionFailure } from '#dataProvider/invoke.ts';
import { relativeTime } from '../../../shared/time.ts';
import { PlainDialog } from '../base/PlainDialog.tsx';
import { Quiet } from '../field/Quiet.tsx';
import { ConflictField } from './ConflictField.tsx';
import { compareVersions, type Comparison, mergeVersions } from './mergeVersions.ts';
import { VersionValue } from './VersionValue.tsx';

type Values = Record<string, unknown>;

export interface Conflict {
  /** The version both sides started from. */
  base: RaRecord;
  mine: Values;
  theirs: RaRecord;
}

export interface ConflictDialogProps extends Conflict {
  /** The fields that are compared. */
  fields: readonly string[];
  isProse: (field: string) => boolean;
  onSaved: (record: RaRecord) => void;
  /** The record was saved again while this dialog was open; the merge then starts from that version. */
  onMovedOn: (conflict: Conflict) => void;
  onClose: () => void;
}

/** Two versions of one record side by side. Nothing typed is lost: what is not chosen stays in the form. */
export const ConflictDialog = ({
  fields,
  isProse,
  base,
  mine,
  theirs,
  onSaved,
  onMovedOn,
  onClose,
}: ConflictDialogProps) => {
  const translate = useTranslate();
  const notify = useNotify();
  const resource = useResourceContext() ?? '';
  const [now] = useState(() => Date.now());
  const [decided, setDecided] = useState<Values>({});
  const [update, { isPending }] = useUpdate<RaRecord>(
    resource,
    {},
    { mutationMode: 'pessimistic' },
  );
  const comparison = compareVersions(fields, base, mine, theirs);
  const chosen = Object.fromEntries(
    comparison.conflicts.map(field => [field, field in decided ? decided[field] : mine[field]]),
  );

  const save = () => {
    const merged = mergeVersions(comparison, mine, theirs, chosen);
    return update(
      resource,
      { id: theirs.id, data: merged as Partial<RaRecord>, previousData: theirs },
      {
        onSuccess: onSaved,
        onError: error => {
          const { body, message } = error as ActionFailure;
          if (body?.code === codes.conflict && body.current)
            onMovedOn({ base: theirs, mine: merged, theirs: body.current as RaRecord });
          notify(Object.values(body?.errors ?? {})[0] ?? message, { type: 'error' });
        },
      },
    );
  };

  const author = (theirs['updateBy'] as { name?: string } | null)?.name;
  return (
    <PlainDialog
      title={translate('form.conflict.title')}
      onClose={() => !isPending && onClose()}
      maxWidth="md"
      actions={
        <>
          <Button onClick={onClose} disabled={isPending}>
            {translate('form.conflict.back')}
          </Button>
          <Button variant="contained" onClick={() => void save()} loading={isPending} autoFocus>
            {translate('form.conflict.save')}
          </Button>
        </>
      }
    >
      <DialogContentText sx={{ mb: 2 }}>
        {translate('form.conflict.by', {
          name: author ?? translate('form.conflict.someone'),
          when: relativeTime(Number(theirs['updateTime'] ?? now), now),
        })}
      </DialogContentText>
      {comparison.conflicts.map(field => (
        <ConflictField
          key={field}
          field={field}
          isProse={isProse(field)}
          mine={mine[field]}
          theirs={theirs[field]}
          value={chosen[field]}
          onChange={value => setDecided({ ...decided, [field]: value })}
        />
      ))}
      <MergedFields comparison={comparison} mine={mine} theirs={theirs} />
    </PlainDialog>
  );
};

interface MergedFieldsProps {
  comparison: Comparison;
  mine: Record<string, unknown>;
  theirs: Record<string, unknown>;
}

/** Fields merged automatically, shown so that nothing changes unnoticed. */
const MergedFields = ({ comparison, mine, theirs }: MergedFieldsProps) => {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const translateLabel = useTranslateLabel();
  const rows = [
    ...comparison.mine.map(field => ({ field, value: mine[field], from: 'mineKept' })),
    ...comparison.theirs.map(field => ({ field, value: theirs[field], from: 'theirsKept' })),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <Typography variant="subtitle2" sx={{ mb: 0.75 }}>
        {translate('form.conflict.merged')}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}
      >
        {rows.map(({ field, value, from }) => (
          <Box
            key={field}
            sx={{
              display: 'grid',
              gap: { xs: 0.25, sm: 2 },
              gridTemplateColumns: { xs: '1fr', sm: '120px 1fr auto' },
              px: 1.5,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Quiet component="dt">{translateLabel({ source: field, resource })}</Quiet>
            <Box component="dd" sx={{ m: 0, minWidth: 0 }}>
              <VersionValue field={field} value={value} />
            </Box>
            <Typography variant="caption" component="dd" sx={{ m: 0, color: 'text.secondary' }}>
              {translate(`form.conflict.${from}`)}
            </Typography>
          </Box>
        ))}
      </Box>
    </>
  );
};
