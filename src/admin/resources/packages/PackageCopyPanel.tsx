import { Box } from '@mui/material';
import type { ActionOutput } from '#contract/index.ts';
import {
  changedSince,
  COMPARED_ORDERS,
  type CopiedField,
  copiedFields,
  packageTypes,
} from '#contract/package.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { Panel } from '../../kit/show/Panel.tsx';
import type { PackageRecord } from './packageRecord.ts';
import { DEFAULT_PERIOD } from './PackageSalesPanel.tsx';
import { usePackageSales } from './usePackageSales.ts';

type DifferentOrder = ActionOutput<'adminPackage', 'getPackageSales'>['different'][number];

/** What an order keeps of the package, and the latest orders that keep something else than it is now. */
export const PackageCopyPanel = () => {
  const t = useTexts('resources.packages.copy');
  const field = useTexts('resources.packages.fields');
  const { soldCount } = useRecord<PackageRecord>();
  const { data } = usePackageSales(DEFAULT_PERIOD);
  return (
    <Panel title={t('title')}>
      <Box sx={{ fontSize: '0.8125rem' }}>
        {t('text', { fields: copiedFields.map(name => field(name)).join('、') })}
      </Box>
      {data && soldCount > 0 && (
        <Quiet small sx={{ mt: 1 }}>
          {data.differing > 0
            ? t('differing', { count: data.differing, compared: COMPARED_ORDERS })
            : t('same', { compared: COMPARED_ORDERS })}
        </Quiet>
      )}
      <PlainList>
        {data?.different.map(order => (
          <Box
            key={order._id}
            component="li"
            sx={{ pt: 1, mt: 1, borderTop: 1, borderColor: 'divider', fontSize: '0.8125rem' }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
              <PageLink to={`/orders/${encodeURIComponent(order._id)}`}>{order.orderNo}</PageLink>
              <Quiet>{order.payTime !== null && <Time instant={order.payTime} />}</Quiet>
            </Box>
            <Differences item={order.item} />
          </Box>
        ))}
      </PlainList>
    </Panel>
  );
};

const Differences = ({ item }: Pick<DifferentOrder, 'item'>) => {
  const t = useTexts('resources.packages');
  const now = useRecord<PackageRecord>();
  const then = { name: item.name, priceFen: item.unitFen, ...item.snapshot };
  const shownValue = (field: CopiedField, value: string | number | null): string => {
    if (value === null || value === '') return t('copy.nothing');
    if (field === 'priceFen') return formatYuan(Number(value));
    if (field === 'type') return packageTypes[value as keyof typeof packageTypes]?.label ?? value;
    return String(value);
  };
  return changedSince(item, now).map(field => (
    <Quiet key={field}>
      {t('copy.change', {
        field: t(`fields.${field}`),
        then: shownValue(field, then[field]),
        now: shownValue(field, now[field]),
      })}
    </Quiet>
  ));
};
