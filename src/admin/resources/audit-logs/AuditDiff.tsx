import ArrowIcon from '@mui/icons-material/ArrowRightAlt';
import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { AuditLog } from '#contract/auditLog.ts';
import { AuditValue } from './AuditValue.tsx';
import { useAuditLabels } from './useAuditLabels.ts';

export interface AuditDiffProps {
  kind: string;
  diff: AuditLog['diff'];
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** Field by field, what was and what is; of what came into being or went, only what it held. */
export const AuditDiff = ({ kind, diff }: AuditDiffProps) => {
  const translate = useTranslate();
  const { fieldLabel } = useAuditLabels();
  const told = diff.filter(({ from, to }) => !(isEmpty(from) && isEmpty(to)));
  if (told.length === 0) {
    return <Box sx={{ color: 'text.secondary' }}>{translate('auditLogs.noDiff')}</Box>;
  }
  const oneSided = told.every(({ from }) => isEmpty(from)) || told.every(({ to }) => isEmpty(to));
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75, alignContent: 'start' }}>
      {told.map(({ path, from, to }) => (
        <Box
          key={path}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '112px minmax(0, 1fr)' },
            columnGap: 2,
          }}
        >
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {fieldLabel(kind, path)}
          </Box>
          <Box
            component="dd"
            sx={{ m: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 0.75 }}
          >
            {oneSided ? (
              <AuditValue kind={kind} path={path} value={isEmpty(from) ? to : from} />
            ) : (
              <>
                <Box component="del" sx={{ textDecoration: 'none', color: 'text.secondary' }}>
                  <AuditValue kind={kind} path={path} value={from} />
                </Box>
                <ArrowIcon
                  fontSize="small"
                  titleAccess={translate('form.changedTo')}
                  sx={{ color: 'text.disabled' }}
                />
                <Box component="ins" sx={{ textDecoration: 'none', minWidth: 0 }}>
                  <AuditValue kind={kind} path={path} value={to} />
                </Box>
              </>
            )}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
