import { Alert, AlertTitle, Box, Checkbox, FormControlLabel } from '@mui/material';
import { manualPrintTransitions, type PrintOrderStatus } from '#contract/printOrderStates.ts';
import { mayMove } from '#contract/states.ts';
import { RunButton } from '../../../kit/action/buttons.tsx';
import { useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { PageLink } from '../../../kit/field/valueFields.tsx';
import { printPath } from '../paths.ts';

interface Finding {
  printId: string;
  printNo: string;
  itemIndex: number;
  status: PrintOrderStatus;
  /** What is wrong. */
  text: string;
  /** Another photo would help, and its user has not been asked for one. */
  mayAsk: boolean;
}

export interface PhotoFindingsProps {
  title: string;
  severity: 'error' | 'warning';
  findings: Finding[];
  /** Print orders whose photos are left out; without it that is not a matter of choice. */
  without?: ReadonlySet<string>;
  onWithout?: (without: ReadonlySet<string>) => void;
}

/** Photos that cannot be printed, or not well, order by order, with the ways out. */
export const PhotoFindings = ({ title, severity, findings, ...ways }: PhotoFindingsProps) => {
  if (findings.length === 0) return null;
  const orders = new Map<string, Finding[]>();
  for (const finding of findings)
    orders.set(finding.printId, [...(orders.get(finding.printId) ?? []), finding]);
  return (
    <Alert
      severity={severity}
      sx={{ alignItems: 'flex-start', '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle>{title}</AlertTitle>
      <PlainList sx={{ maxHeight: 240, overflowY: 'auto' }}>
        {[...orders.values()].map(photos => (
          <Box component="li" key={photos[0]!.printId} sx={{ py: 0.5 }}>
            <OrderFindings photos={photos} {...ways} />
          </Box>
        ))}
      </PlainList>
    </Alert>
  );
};

type OrderFindingsProps = Pick<PhotoFindingsProps, 'without' | 'onWithout'> & {
  photos: Finding[];
};

const OrderFindings = ({ photos, without, onWithout }: OrderFindingsProps) => {
  const t = useTexts('resources.print-orders.archive');
  const { invoke } = useDataProvider();
  const { printId, printNo, status } = photos[0]!;
  const askable = photos.filter(({ mayAsk }) => mayAsk);
  const choose = (isOut: boolean) => {
    const next = new Set(without);
    if (isOut) next.add(printId);
    else next.delete(printId);
    onWithout?.(next);
  };
  const isAskable = askable.length > 0 && mayMove(manualPrintTransitions, status, 'on_hold');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
      <Box sx={{ flex: 1, minWidth: 200 }}>
        <PageLink to={printPath(printId)} target="_blank">
          {printNo}
        </PageLink>
        <PlainList>
          {photos.map(({ itemIndex, text }) => (
            <li key={itemIndex}>{t('finding', { n: itemIndex + 1, text })}</li>
          ))}
        </PlainList>
      </Box>
      {onWithout && (
        <FormControlLabel
          label={t('without')}
          slotProps={{ typography: { sx: { fontSize: '0.8125rem' } } }}
          control={
            <Checkbox
              size="small"
              checked={without?.has(printId) ?? false}
              onChange={(_event, checked) => choose(checked)}
              slotProps={{ input: { 'aria-label': t('withoutOf', { printNo }) } }}
            />
          }
        />
      )}
      {isAskable && (
        <RunButton
          size="small"
          variant="text"
          color="inherit"
          label={t('ask')}
          aria-label={t('askOf', { printNo })}
          run={() =>
            invoke('adminPrintOrder', 'holdPrintOrder', {
              id: printId,
              itemIndexes: askable.map(({ itemIndex }) => itemIndex),
              reason: [...new Set(askable.map(({ text }) => text))].join('，'),
            })
          }
          done={t('asked', { printNo })}
        />
      )}
    </Box>
  );
};
