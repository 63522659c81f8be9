import { Box, type Theme, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { type CodeStatus, codeStatuses } from '#contract/activationCode.ts';
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
  const translate = useTranslate();
  const total = order.reduce((sum, status) => sum + counts[status], 0);
  const parts = order
    .map(status => `${codeStatuses[status].label} ${counts[status].toLocaleString('zh-CN')}`)
    .join(' · ');
  return (
    <Tooltip title={parts}>
      <Box role="img" aria-label={parts}>
        <Box sx={{ fontSize: '0.8125rem' }}>
          {translate('resources.activation-codes.usedOf', {
            used: counts.used.toLocaleString('zh-CN'),
            total: total.toLocaleString('zh-CN'),
          })}
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
