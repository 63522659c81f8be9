import NoteIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import { Box, Chip, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useRecord } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/PageLink.tsx';
import { printPath } from './paths.ts';
import type { PrintRecord } from './printOrder.ts';

/** The number, whether it repeats another, and whether its user has said something. */
export const PrintNumberField = () => {
  const translate = useTranslate();
  const { id, printNo, reprintOf, userRemark } = useRecord<PrintRecord>();
  const remark = translate('resources.print-orders.hasRemark', { remark: userRemark });
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <PageLink to={printPath(id)} strong>
        {printNo}
      </PageLink>
      {reprintOf && (
        <Chip size="small" label={translate('resources.print-orders.reprint')} variant="outlined" />
      )}
      {userRemark && (
        <Tooltip title={remark}>
          <NoteIcon role="img" aria-label={remark} sx={{ fontSize: 15, color: 'text.secondary' }} />
        </Tooltip>
      )}
    </Box>
  );
};
