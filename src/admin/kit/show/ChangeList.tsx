import ArrowIcon from '@mui/icons-material/ArrowRightAlt';
import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslateLabel } from 'react-admin';
import { useTexts } from '../base/hooks.ts';
import { Quiet } from '../field/valueFields.tsx';
import { VersionValue } from '../form/VersionValue.tsx';

export interface ChangeListProps {
  changes: readonly Change[];
  /** Whose labels the fields have. */
  resource: string;
}

/** What changed between two versions; values read as `VersionContext` around says. */
export const ChangeList = ({ changes, resource }: ChangeListProps) => {
  const translateLabel = useTranslateLabel();
  return (
    <Box sx={{ mt: 0.5 }}>
      <ChangeRows
        changes={changes}
        label={path => translateLabel({ source: path, resource })}
        value={(path, value) => <VersionValue field={path} value={value} />}
      />
    </Box>
  );
};

/** A field that became another. */
interface Change {
  path: string;
  from?: unknown;
  to?: unknown;
}

interface ChangeRowsProps {
  changes: readonly Change[];
  label: (path: string) => ReactNode;
  value: (path: string, value: unknown) => ReactNode;
  /** A record was created or removed: only its content is shown. */
  only?: 'from' | 'to' | undefined;
}

/** Field by field, what was and what is. */
export const ChangeRows = ({ changes, label, value, only }: ChangeRowsProps) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75, alignContent: 'start' }}>
    {changes.map(({ path, from, to }) => (
      <Box
        key={path}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '112px minmax(0, 1fr)' },
          columnGap: 2,
        }}
      >
        <Quiet component="dt">{label(path)}</Quiet>
        <Box
          component="dd"
          sx={{ m: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.75 }}
        >
          {only ? (
            value(path, only === 'from' ? from : to)
          ) : (
            <>
              <Quiet component="del" sx={{ textDecoration: 'none', minWidth: 0 }}>
                {value(path, from)}
              </Quiet>
              <Arrow />
              <Box component="ins" sx={{ textDecoration: 'none', minWidth: 0 }}>
                {value(path, to)}
              </Box>
            </>
          )}
        </Box>
      </Box>
    ))}
  </Box>
);

const Arrow = () => {
  const t = useTexts('form');
  return (
    <ArrowIcon fontSize="small" titleAccess={t('changedTo')} sx={{ color: 'text.disabled' }} />
  );
};
