import { Box } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { formatYuan } from '../../../shared/money.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { StatusLabel } from '../../kit/field/StatusField.tsx';
import { FactList } from '../../kit/show/FactList.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import type { DayRecord } from './records.ts';

/** The account's movements by the gateway's second bill, beside the sums of the first. */
export const DayFunds = () => {
  const t = useTexts('resources.reconciliation.funds');
  const day = useRecordContext<DayRecord>();
  if (!day?.funds) return null;
  const { incomeFen, outgoFen, agrees } = day.funds;
  return (
    <Panel title={t('title')}>
      <FactList
        facts={[
          [t('income'), formatYuan(incomeFen)],
          [t('outgo'), formatYuan(outgoFen)],
          [t('fee'), formatYuan(day.feeFen)],
          [
            t('trade'),
            <Box component="span" key="agrees">
              <StatusLabel
                label={t(agrees ? 'agrees' : 'differs')}
                tone={agrees ? 'success' : 'warning'}
              />
            </Box>,
          ],
        ]}
      />
    </Panel>
  );
};
