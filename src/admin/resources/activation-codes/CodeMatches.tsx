import { Box, Card } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { codeStatuses } from '#contract/activationCode.ts';
import { StatusLabel } from '../../kit/field/valueFields.tsx';
import { batchPath, type CodeRecord } from './records.ts';

const MOST = 5;
/** A whole code, or the last four characters of one. */
const looksLikeCode = (q: string) => /^[0-9A-Za-z-]{4,24}$/.test(q);

/** The search text may be a code: matching codes are shown above the batches. */
export const CodeMatches = () => {
  const translate = useTranslate();
  const [search] = useSearchParams();
  const { q = '' } = filterOf(search.get('filter'));
  const { data = [] } = useGetList<CodeRecord>(
    'activation-codes/codes',
    { pagination: { page: 1, perPage: MOST }, filter: { q } },
    { enabled: looksLikeCode(q) },
  );
  if (!looksLikeCode(q) || data.length === 0) return null;
  return (
    <Card
      component="section"
      aria-label={translate('resources.activation-codes.matches')}
      sx={{ mb: 2 }}
    >
      {data.map(({ id, codeMask, status, batchId, usedBy }) => (
        <Box
          key={id}
          component={Link}
          to={`${batchPath(batchId)}?filter=${encodeURIComponent(JSON.stringify({ ids: [id] }))}`}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            px: 2,
            py: 1.25,
            color: 'text.primary',
            textDecoration: 'none',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <Box component="code" sx={{ flex: 1 }}>
            {codeMask}
          </Box>
          {usedBy && <span>{usedBy.nickName || usedBy.userId}</span>}
          <StatusLabel {...codeStatuses[status]} />
        </Box>
      ))}
    </Card>
  );
};

const filterOf = (text: string | null): { q?: string } => {
  try {
    return JSON.parse(text ?? '{}') as { q?: string };
  } catch {
    return {};
  }
};
