import { Alert, Box, Button, Skeleton } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import type { Tone } from '#contract/action.ts';
import type { PackagePrice } from '#contract/packagePrice.ts';
import { useClose } from '../../kit/action/DialogContext.tsx';
import { useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { PlainDialog } from '../../kit/base/PlainDialog.tsx';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';
import { Timeline } from '../../kit/show/Timeline.tsx';
import type { PriceRecord } from './price.ts';
import { periodOf, priceChanges, type VersionState, versionState } from './priceChanges.ts';

const tones: Record<VersionState, Tone> = {
  current: 'success',
  waiting: 'warning',
  ended: 'neutral',
  never: 'neutral',
};

/** Who changed a price when, and from what to what. */
export const PriceHistory = ({ price }: { price: PriceRecord }) => {
  const onClose = useClose();
  const translate = useTranslate();
  const { id, lineId, rev } = price;
  const { invoke } = useDataProvider();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['package-prices', 'history', lineId, id, rev],
    queryFn: () => invoke('adminPackagePrice', 'getPriceHistory', { id }),
  });
  return (
    <PlainDialog
      title={translate('resources.package-prices.history.title', { name: price.name })}
      onClose={onClose}
      maxWidth="sm"
      actions={
        <Button onClick={onClose} autoFocus>
          {translate('resources.package-prices.close')}
        </Button>
      }
    >
      {error && (
        <Alert
          severity="error"
          action={
            <Button loading={isFetching} onClick={() => void refetch()}>
              {translate('list.failed.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      )}
      {data ? <Versions versions={data.list} /> : !error && <Skeleton height={120} />}
    </PlainDialog>
  );
};

/** Newest first, as they come. */
const Versions = ({ versions }: { versions: PackagePrice[] }) => {
  const now = useNow();
  const t = useTexts('resources.package-prices');
  return (
    <Timeline
      events={versions.map((version, at) => {
        const before = versions[at + 1];
        const state = versionState(version, now);
        const changes = priceChanges(version, before, t);
        return {
          time: version.createTime,
          tone: tones[state],
          by: version.createBy?.name ?? '',
          title: (
            <Box component="span" sx={{ display: 'inline-flex', gap: 1.5 }}>
              {t(before ? 'history.change' : 'history.first')}
              <StatusLabel tone={tones[state]} label={t(`history.${state}`)} />
            </Box>
          ),
          note: (
            <>
              <Box sx={{ mb: 0.5 }}>{periodOf(version, t)}</Box>
              {changes.length === 0 && t('history.same')}
              {changes.map(({ field, from, to }) => (
                <Box key={field} sx={{ color: 'text.primary' }}>
                  <Quiet component="span">{t(`history.fields.${field}`)}：</Quiet>
                  {before && (
                    <>
                      <Quiet component="del">{from}</Quiet>
                      {' → '}
                    </>
                  )}
                  {to}
                </Box>
              ))}
            </>
          ),
        };
      })}
    />
  );
};
