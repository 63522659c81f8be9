import { Box, Button } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { printPapers } from '#contract/printSize.ts';
import { formatYuan } from '../../../shared/money.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { EnableSizeButton, type PrintSizeActionsProps } from './PrintSizeActions.tsx';
import type { SizeRecord } from './printSize.ts';

export const PrintSizeCard = ({ onEdit }: PrintSizeActionsProps) => {
  const translate = useTranslate();
  const size = useRecordContext<SizeRecord>();
  if (!size) return null;
  const { name, code, widthMm, heightMm, papers, basePriceFen } = size;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 0.75,
        fontSize: '0.875rem',
      }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <Box component="strong" sx={{ minWidth: 0 }}>
          {name}{' '}
          {code !== name && (
            <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
              {code}
            </Box>
          )}
        </Box>
        <StatusField choices={enabledStatuses} />
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
        {translate('resources.print-size-config.measures', { width: widthMm, height: heightMm })} ·{' '}
        {papers.map(paper => printPapers[paper].label).join('、')} · {formatYuan(basePriceFen)}
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'flex-end',
          gap: 1,
          '& .MuiButton-root': { minHeight: 44 },
        }}
      >
        <EnableSizeButton size={size} />
        <Button
          variant="outlined"
          aria-label={translate('list.editOf', { name })}
          onClick={() => onEdit(size)}
        >
          {translate('list.edit')}
        </Button>
      </Box>
    </Box>
  );
};
