import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRecordContext } from 'react-admin';
import type { Package } from '#contract/package.ts';
import { type GoodsKind, goodsStates } from '#contract/virtualGoods.ts';
import { exactMinute } from '../../../shared/time.ts';
import { RunButton } from '../../kit/action/buttons.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { Quiet, StatusLabel } from '../../kit/field/valueFields.tsx';

/** Whether WeChat sells it virtually yet, or that it is paid by WeChat Pay in the mini-program. */
export const GoodsState = ({ kind }: { kind: GoodsKind }) => {
  const t = useTexts('resources.packages.goods');
  const now = useNow();
  const { id = '', rev, priceFen } = useRecordContext<RecordOf<Package>>() ?? {};
  const { invoke } = useDataProvider();
  const about = { kind, id: String(id) };
  const { data } = useQuery({
    queryKey: ['adminPackage', 'getGoods', about, rev],
    queryFn: () => invoke('adminPackage', 'getGoods', about),
    enabled: Boolean(priceFen),
  });
  if (!data?.soldBy) return null;
  if (data.soldBy === 'wxpay') return <Alert severity="warning">{t('byWxpay')}</Alert>;
  const { goods } = data;
  if (!goods) return <Quiet small>{t('label') + t('none')}</Quiet>;
  const { error, state, usableTime } = goods;
  if (error) {
    const retry = (
      <RunButton
        right={`${kind}s.write`}
        label={t('retry')}
        size="small"
        run={() => invoke('adminPackage', 'retryGoods', { id: goods._id })}
        done={t('retried')}
      />
    );
    return (
      <Alert severity="error" action={retry}>
        {t('failed', { reason: error })}
      </Alert>
    );
  }
  return (
    <Quiet small>
      {t('label')}
      <StatusLabel {...goodsStates[state]} />
      {usableTime !== null &&
        (usableTime > now ? t('from', { time: exactMinute(usableTime) }) : t('usable'))}
    </Quiet>
  );
};
