import { Box, type Theme, Tooltip } from '@mui/material';
import { type CodeStatus, codeStatuses } from '#contract/activationCode.ts';
import { formatCount } from '../../../shared/count.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { toneColour } from '../../kit/field/valueFields.tsx';

const order: CodeStatus[] = ['used', 'unused', 'expired', 'disabled'];
const colours: Record<CodeStatus, (theme: Theme) => string> = {
  used: ({ palette }) => palette.primary.main,
  unused: ({ palette }) => palette.action.selected,
  expired: toneColour(codeStatuses.expired.tone),
  disabled: toneColour(codeStatuses.disabled.tone),
};

/** How many of a batch's codes are used, of how many; each state's part on hover. */
export const CodeBar = ({ counts }: { counts: Record<CodeStatus, number> }) => {
  const t = useTexts('resources.activation-codes');
  const total = order.reduce((sum, status) => sum + counts[status], 0);
  const parts = order
    .map(status => `${codeStatuses[status].label} ${formatCount(counts[status])}`)
    .join(' · ');
  return (
    <Tooltip title={parts}>
      <Box role="img" aria-label={parts}>
        <Box sx={{ fontSize: '0.8125rem' }}>
          {t('usedOf', { used: formatCount(counts.used), total: formatCount(total) })}
        </Box>
        <Box sx={{ display: 'flex', height: 6, borderRadius: 3, overflow: 'hidden', mt: 0.5 }}>
          {order.map(status => (
            <Box key={status} sx={{ flexGrow: counts[status], bgcolor: colours[status] }} />
          ))}
        </Box>
      </Box>
    </Tooltip>
  );
};
