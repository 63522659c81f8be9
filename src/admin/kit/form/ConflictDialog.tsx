import {
  Box,
  Button,
  ButtonBase,
  DialogContentText,
  Radio,
  TextField,
  Typography,
} from '@mui/material';
import { use, useState } from 'react';
import {
  type RaRecord,
  useResourceContext,
  useTranslate,
  useTranslateLabel,
  useSaveContext,
} from 'react-admin';
import { relativeTime } from '../../../shared/time.ts';
import { useTexts } from '../base/hooks.ts';
import { PlainDialog } from '../base/PlainDialog.tsx';
import { Quiet } from '../field/valueFields.tsx';
import { compareVersions, type Comparison, mergeVersions, type Side } from './mergeVersions.ts';
import { VersionContext, VersionValue } from './VersionValue.tsx';

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
  onClose: () => void;
}

/** Two versions of one record side by side. Nothing typed is lost: what is not chosen stays in the form. */
export const ConflictDialog = ({
  fields,
  isProse,
  base,
  mine,
  theirs,
  onClose,
}: ConflictDialogProps) => {
  const translate = useTranslate();
  const [now] = useState(() => Date.now());
  const [decided, setDecided] = useState<Values>({});
  const { save, saving: isPending = false } = useSaveContext();
  const comparison = compareVersions(fields, base, mine, theirs);
  const chosen = Object.fromEntries(
    comparison.conflicts.map(field => [field, field in decided ? decided[field] : mine[field]]),
  );

  const saveChosen = () =>
    save?.(
      { ...mergeVersions(comparison, mine, theirs, chosen), rev: theirs['rev'] },
      // What the form sends has been transformed already.
      { transform: data => data },
    );

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
          <Button
            variant="contained"
            onClick={() => void saveChosen()}
            loading={isPending}
            autoFocus
          >
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

interface ConflictFieldProps {
  field: string;
  /** Free text; all other values are chosen by their label, name or picture. */
  isProse: boolean;
  mine: unknown;
  theirs: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One field changed on both sides: choose a version; a text may also be written anew. */
const ConflictField = (props: ConflictFieldProps) => {
  const { field, isProse, mine, theirs, value, onChange } = props;
  const t = useTexts('form.conflict');
  const resource = useResourceContext() ?? '';
  const label = String(useTranslateLabel()({ source: field, resource }));
  const hasReading = field in use(VersionContext);
  return (
    <Box role="radiogroup" aria-label={t('choose', { field: label })} sx={{ mb: 2.5 }}>
      <Typography variant="subtitle2" sx={{ mb: 0.75 }}>
        {label}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Version side="mine" chosen={value === mine} onChoose={() => onChange(mine)}>
          <VersionValue field={field} value={mine} />
        </Version>
        <Version side="theirs" chosen={value === theirs} onChoose={() => onChange(theirs)}>
          <VersionValue field={field} value={theirs} />
        </Version>
      </Box>
      {isProse && !hasReading && (
        <TextField
          label={t('result')}
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
          multiline
          maxRows={6}
          fullWidth
          sx={{ mt: 1.25, mb: 0 }}
        />
      )}
    </Box>
  );
};

interface VersionProps {
  side: Side;
  chosen: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

const Version = ({ side, chosen, onChoose, children }: VersionProps) => {
  const translate = useTranslate();
  return (
    <ButtonBase
      role="radio"
      aria-checked={chosen}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        justifyContent: 'flex-start',
        gap: 1,
        p: 1.25,
        minWidth: 0,
        textAlign: 'left',
        font: 'inherit',
        borderRadius: 1,
        border: 1,
        borderColor: chosen ? 'primary.main' : 'divider',
        boxShadow: theme => (chosen ? `inset 0 0 0 1px ${theme.palette.primary.main}` : 'none'),
      }}
    >
      <Radio checked={chosen} tabIndex={-1} size="small" sx={{ p: 0, mt: 0.125 }} aria-hidden />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {translate(`form.conflict.${side}`)}
        </Typography>
        {children}
      </Box>
    </ButtonBase>
  );
};
