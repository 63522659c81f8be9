import CloudOffIcon from '@mui/icons-material/CloudOffOutlined';
import InboxIcon from '@mui/icons-material/InboxOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, Card, GlobalStyles, type GlobalStylesProps } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Title, useDataProvider, useTranslate } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { exactTime } from '../../../../shared/time.ts';
import { ActionButton } from '../../../kit/action/buttons.tsx';
import { useTexts } from '../../../kit/base/hooks.ts';
import { ListState } from '../../../kit/base/ListState.tsx';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { RecordLoading } from '../../../kit/form/RecordStates.tsx';
import { ArchiveDialog } from '../archive/ArchiveDialog.tsx';
import { ArchiveList } from '../archive/ArchiveList.tsx';
import { type PrintRecord, sizeLines } from '../printOrder.ts';
import { SheetOrder } from './SheetOrder.tsx';

/** What is printed, checked and packed, order by order; made for paper. */
export const PickSheet = () => (
  <>
    <Title title="resources.print-orders.page.pick-sheet" preferenceKey={false} />
    <ChosenSheet />
  </>
);

const ChosenSheet = () => {
  const translate = useTranslate();
  const [params] = useSearchParams();
  const batchNo = params.get('batchNo') ?? '';
  const ids = (params.get('ids') ?? '').split(',').filter(Boolean);
  const { data, error, isFetching, isLoading, refetch } = usePickSheet({ batchNo, ids });
  if (isLoading) return <RecordLoading />;
  if (error && !data) {
    return (
      <Card>
        <ListState
          role="alert"
          icon={<CloudOffIcon />}
          title={translate('list.failed.title')}
          text={error.message}
          action={
            <Button variant="outlined" loading={isFetching} onClick={() => void refetch()}>
              {translate('list.failed.retry')}
            </Button>
          }
        />
      </Card>
    );
  }
  if (!data?.length) {
    return (
      <Card>
        <ListState
          icon={<InboxIcon />}
          title={translate('resources.print-orders.sheet.empty.title')}
          text={translate('resources.print-orders.sheet.empty.text')}
          action={
            <Button variant="outlined" component={Link} to="/print-orders">
              {translate('form.back')}
            </Button>
          }
        />
      </Card>
    );
  }
  return <Sheet orders={data} of={{ batchNo, ids }} />;
};

const Sheet = ({ orders, of }: { orders: PrintRecord[]; of: PickSheetOf }) => {
  const t = useTexts('resources.print-orders.sheet');
  const archiveText = useTexts('resources.print-orders.archive');
  const sheet = useRef<HTMLDivElement>(null);
  const [loading, setLoading] = useState(false);
  const [now] = useState(Date.now);
  const photos = orders.reduce((sum, { photoCount }) => sum + photoCount, 0);

  const print = async () => {
    setLoading(true);
    const images = [...(sheet.current?.querySelectorAll('img') ?? [])];
    // A missing photo leaves an empty place.
    await Promise.all(images.map(image => image.decode().catch(() => undefined)));
    setLoading(false);
    window.print();
  };
  return (
    <>
      <GlobalStyles styles={sheetStyles} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1, mb: 2 }}>
        <ActionButton
          right="print-orders.write"
          label={archiveText('action')}
          dialog={<ArchiveDialog of={of.batchNo ? { batchNo: of.batchNo } : { ids: of.ids }} />}
        />
        <Button
          variant="contained"
          startIcon={<PrintIcon />}
          loading={loading}
          onClick={() => void print()}
        >
          {t('print')}
        </Button>
      </Box>
      {of.batchNo !== '' && (
        <Box sx={{ maxWidth: 900, mx: 'auto', mb: 2 }}>
          <ArchiveList batchNo={of.batchNo} />
        </Box>
      )}
      <Card ref={sheet} className={SHEET} sx={{ p: { xs: 2, sm: 4 }, maxWidth: 900, mx: 'auto' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'baseline', mb: 1.5 }}>
          <Box component="h2" sx={{ m: 0, fontSize: '1.25rem' }}>
            {t('title')}
          </Box>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {of.batchNo
              ? t('batch', { batchNo: of.batchNo })
              : t('selection', { count: orders.length })}
          </Box>
          <Quiet component="span" small sx={{ ml: 'auto' }}>
            {t('printed', { time: exactTime(now).slice(0, 16) })}
          </Quiet>
        </Box>
        <Box sx={{ fontSize: '0.875rem', mb: 2 }}>
          <Box>{t('orders', { orders: orders.length, photos })}</Box>
          <PlainList
            aria-label={t('summary')}
            sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', gap: 1 }}
          >
            {sizeLines(orders.flatMap(({ items }) => items)).map(({ size, paper, qty }) => (
              <Box
                component="li"
                key={`${size} ${paper}`}
                sx={{ border: 1, borderColor: 'divider', borderRadius: 1, px: 1.25, py: 0.5 }}
              >
                {size} {paper} <strong>× {qty}</strong>
              </Box>
            ))}
          </PlainList>
        </Box>
        {orders.map(order => (
          <SheetOrder key={order.id} order={order} />
        ))}
      </Card>
    </>
  );
};

const SHEET = 'pick-sheet';

/** When printing, only the sheet, black on white also in the dark theme. */
const sheetStyles: GlobalStylesProps['styles'] = {
  '@media print': {
    '@page': { margin: '12mm' },
    html: { colorScheme: 'light !important' },
    [`body *:not(:has(.${SHEET})):not(.${SHEET}):not(.${SHEET} *)`]: { display: 'none !important' },
    [`:has(> .${SHEET}), :has(.${SHEET})`]: {
      padding: '0 !important',
      margin: '0 !important',
      border: '0 !important',
      minHeight: '0 !important',
      background: '#fff !important',
    },
    [`.${SHEET}`]: {
      padding: '0 !important',
      border: '0 !important',
      maxWidth: 'none !important',
      background: '#fff !important',
    },
    [`.${SHEET} :not(rect)`]: { color: '#000 !important', borderColor: '#999 !important' },
  },
};

/** A shop's batch is one of hundreds, never of thousands. */
const MOST_PAGES = 10;

interface PickSheetOf {
  batchNo: string;
  ids: string[];
}

/** Everything a sheet is about, in the order it was ordered. */
const usePickSheet = ({ batchNo, ids }: PickSheetOf) => {
  const dataProvider = useDataProvider();
  return useQuery({
    queryKey: ['print-orders', 'pickSheet', batchNo, ids],
    enabled: batchNo !== '' || ids.length > 0,
    queryFn: async () => {
      const orders: PrintRecord[] = [];
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const { data, total = 0 } = await dataProvider.getList<PrintRecord>('print-orders', {
          pagination: { page, perPage: MAX_PAGE_SIZE },
          sort: { field: 'createTime', order: 'ASC' },
          filter: batchNo !== '' ? { batchNo } : { ids },
        });
        orders.push(...data);
        if (page * MAX_PAGE_SIZE >= total) break;
      }
      return orders;
    },
  });
};
