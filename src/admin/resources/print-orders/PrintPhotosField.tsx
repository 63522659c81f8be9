import WarningIcon from '@mui/icons-material/WarningAmberRounded';
import { Box, Tooltip } from '@mui/material';
import type { PrintOrder } from '#contract/printOrder.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';

const SHOWN = 3;

/** The first photos, and whether some of them are too small for their paper. */
export const PrintPhotosField = () => {
  const t = useTexts('resources.print-orders');
  const { items, erasedTime } = useRecord<PrintOrder>();
  const soft = items.filter(({ lowRes }) => lowRes).length;
  const warning = t('lowRes', { count: soft });
  if (erasedTime) return <Quiet>{t('photo.erased')}</Quiet>;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, minWidth: { sm: 118 } }}>
      {items.slice(0, SHOWN).map(({ filePath }, at) => (
        <Box key={at} sx={{ borderRadius: '4px', overflow: 'hidden', lineHeight: 0, flex: 'none' }}>
          <SignedImage src={filePath} alt={t('photo.of', { n: at + 1 })} width={30} height={40} />
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
