import ArrowIcon from '@mui/icons-material/ArrowRightAlt';
import { Box } from '@mui/material';
import { useTranslate, useTranslateLabel } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { VersionValue } from '../form/VersionValue.tsx';

export interface ChangeListProps {
  changes: AuditLog['diff'];
  /** Whose labels the fields have. */
  resource: string;
}

/** Field by field, what was and what is; values read as `VersionContext` around says. */
export const ChangeList = ({ changes, resource }: ChangeListProps) => {
  const translate = useTranslate();
  const translateLabel = useTranslateLabel();
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.5, display: 'grid', gap: 0.75 }}>
      {changes.map(({ path, from, to }) => (
        <Box
          key={path}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '96px minmax(0, 1fr)' },
            columnGap: 2,
          }}
        >
          <Box component="dt">{translateLabel({ source: path, resource })}</Box>
          <Box
            component="dd"
            sx={{ m: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75 }}
          >
            <Box component="del" sx={{ textDecoration: 'none', minWidth: 0 }}>
              <VersionValue field={path} value={from} />
            </Box>
            <ArrowIcon
              fontSize="small"
              titleAccess={translate('form.changedTo')}
              sx={{ color: 'text.disabled' }}
            />
            <Box
              component="ins"
              sx={{ textDecoration: 'none', color: 'text.primary', minWidth: 0 }}
            >
              <VersionValue field={path} value={to} />
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  );
};
