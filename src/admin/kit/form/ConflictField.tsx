import { Box, ButtonBase, Radio, TextField, Typography } from '@mui/material';
import { use } from 'react';
import { useResourceContext, useTranslate, useTranslateLabel } from 'react-admin';
import type { Side } from './mergeVersions.ts';
import { VersionContext, VersionValue } from './VersionValue.tsx';

export interface ConflictFieldProps {
  field: string;
  /** Free text; all other values are chosen by their label, name or picture. */
  isProse: boolean;
  mine: unknown;
  theirs: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One field changed on both sides: choose a version; a text may also be written anew. */
export const ConflictField = (props: ConflictFieldProps) => {
  const { field, isProse, mine, theirs, value, onChange } = props;
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const label = String(useTranslateLabel()({ source: field, resource }));
  const hasReading = field in use(VersionContext);
  return (
    <Box
      role="radiogroup"
      aria-label={translate('form.conflict.choose', { field: label })}
      sx={{ mb: 2.5 }}
    >
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
          label={translate('form.conflict.result')}
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
