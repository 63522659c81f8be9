import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useRecord } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { PrintRecord } from './printOrder.ts';

const SHOWN = 3;

/** The first photos, and whether some of them are too small for their paper. */
export const PrintPhotosField = () => {
  const translate = useTranslate();
  const { items } = useRecord<PrintRecord>();
  const soft = items.filter(({ lowRes }) => lowRes).length;
  const warning = translate('resources.print-orders.lowRes', { count: soft });
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: { sm: 118 } }}>
      {items.slice(0, SHOWN).map(({ filePath }, at) => (
        <Box key={at} sx={{ borderRadius: '4px', overflow: 'hidden', lineHeight: 0, flex: 'none' }}>
          <SignedImage
            src={filePath}
            alt={translate('resources.print-orders.photo.of', { n: at + 1 })}
            width={30}
            height={40}
          />
        </Box>
      ))}
      {items.length > SHOWN && (
        <Quiet component="span" tiny>
          +{items.length - SHOWN}
        </Quiet>
      )}
      {soft > 0 && (
        <Tooltip title={warning}>
          <WarningIcon
            role="img"
            aria-label={warning}
            sx={{ fontSize: 17, color: 'warning.main' }}
          />
        </Tooltip>
      )}
    </Box>
  );
};
