import { Box } from '@mui/material';
import { payChannels } from '#contract/order.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Panel } from '../../kit/show/Panel.tsx';
import { GapText, SumField } from './DayFields.tsx';
import { type DayRecord, gapOf } from './records.ts';

const table = {
  width: 1,
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': { px: 2, py: 1, textAlign: 'right', borderTop: 1, borderColor: 'divider' },
  '& th': { color: 'text.secondary', fontWeight: 400, fontSize: '0.8125rem' },
  '& tbody th': { textAlign: 'left' },
} as const;

/** The bill's sums beside ours, and what the bill does not contain. */
export const DaySums = () => {
  const t = useTexts('resources.reconciliation');
  const day = useRecord<DayRecord>();
  const { there, ours, others } = day;
  const gap = gapOf(day);
  const title = (key: string) => t(`sums.${key}`);
  return (
    <>
      <Panel title={t('sums.title')} flush>
        <Box component="table" sx={table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{title('there')}</th>
              <th scope="col">{title('ours')}</th>
              <th scope="col">{title('gap')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{title('paid')}</th>
              <td>
                <SumField fen={there.paidFen} count={there.paidCount} />
              </td>
              <td>
                <SumField fen={ours.paidFen} count={ours.paidCount} />
              </td>
              <td>
                <GapText fen={gap.paidFen} />
              </td>
            </tr>
            <tr>
              <th scope="row">{title('refunded')}</th>
              <td>
                <SumField fen={there.refundedFen} count={there.refundCount} />
              </td>
              <td>
                <SumField fen={ours.refundedFen} count={ours.refundCount} />
              </td>
              <td>
                <GapText fen={gap.refundedFen} />
              </td>
            </tr>
          </tbody>
        </Box>
      </Panel>
      {others.length > 0 && (
        <Panel title={t('others.title')} flush>
          <Box component="table" sx={table}>
            <thead>
              <tr>
                <td />
                <th scope="col">{title('paid')}</th>
                <th scope="col">{title('refunded')}</th>
              </tr>
            </thead>
            <tbody>
              {others.map(({ payChannel, paidFen, paidCount, refundedFen, refundCount }) => (
                <tr key={payChannel}>
                  <th scope="row">{payChannels[payChannel].label}</th>
                  <td>
                    <SumField fen={paidFen} count={paidCount} />
                  </td>
                  <td>
                    <SumField fen={refundedFen} count={refundCount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </Box>
        </Panel>
      )}
    </>
  );
};
