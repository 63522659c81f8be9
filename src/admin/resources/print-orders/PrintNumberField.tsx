import NoteIcon from '@mui/icons-material/ChatBubbleOutlineOutlined';
import { Box, Chip, Link as MuiLink, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useRecord } from '../../kit/base/record.ts';
import { printPath } from './paths.ts';
import type { PrintRecord } from './printOrder.ts';

/** The number, whether it repeats another, and whether its user has said something. */
export const PrintNumberField = () => {
  const translate = useTranslate();
  const { id, printNo, reprintOf, userRemark } = useRecord<PrintRecord>();
  const remark = translate('resources.print-orders.hasRemark', { remark: userRemark });
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
      <MuiLink
        component={Link}
        to={printPath(id)}
        onClick={event => event.stopPropagation()}
        sx={{ color: 'text.primary', fontWeight: 500 }}
      >
        {printNo}
      </MuiLink>
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
