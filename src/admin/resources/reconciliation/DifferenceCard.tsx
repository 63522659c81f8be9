import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { differenceKinds, differenceStatuses } from '#contract/reconciliation.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';
import { CardActions } from '../../kit/list/RecordCard.tsx';
import { DifferenceActs } from './DifferenceActs.tsx';
import { DayField, DifferenceNumberField, OutcomeField } from './DifferenceFields.tsx';
import type { DifferenceRecord } from './records.ts';

/** A difference on a phone. */
export const DifferenceCard = ({ isOfAnyDay = false }: { isOfAnyDay?: boolean }) => {
  const translate = useTranslate();
  const t = useTexts('resources.reconciliation/differences');
  const { kind, billFen, ownFen } = useRecord<DifferenceRecord>();
  const sum = (fen: number | null) => (fen === null ? translate('list.none') : formatYuan(fen));
  return (
    <Box sx={{ display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <StatusLabel {...differenceKinds[kind]} />
        <StatusField choices={differenceStatuses} />
      </Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <DifferenceNumberField />
        {isOfAnyDay && <DayField />}
      </Box>
      <Box>{t('sides', { there: sum(billFen), ours: sum(ownFen) })}</Box>
      <OutcomeField />
      <CardActions sx={{ flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
        <DifferenceActs />
      </CardActions>
    </Box>
  );
};
