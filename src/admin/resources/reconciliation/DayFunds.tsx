import { Box } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { formatYuan } from '../../../shared/money.ts';
import { StatusLabel } from '../../kit/field/StatusField.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import type { DayRecord } from './records.ts';

const t = (key: string) => `resources.reconciliation.funds.${key}`;

/** The account's movements by the gateway's second bill, beside the sums of the first. */
export const DayFunds = () => {
  const translate = useTranslate();
  const day = useRecordContext<DayRecord>();
  if (!day?.funds) return null;
  const { incomeFen, outgoFen, agrees } = day.funds;
  return (
    <Panel title={translate(t('title'))}>
      <FactList
        facts={[
          [translate(t('income')), formatYuan(incomeFen)],
          [translate(t('outgo')), formatYuan(outgoFen)],
          [translate(t('fee')), formatYuan(day.feeFen)],
          [
            translate(t('trade')),
            <Box component="span" key="agrees">
              <StatusLabel
                label={translate(t(agrees ? 'agrees' : 'differs'))}
                tone={agrees ? 'success' : 'warning'}
              />
            </Box>,
          ],
        ]}
      />
    </Panel>
  );
};
