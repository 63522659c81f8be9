import { Box, Button, ButtonBase, Chip } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { OrderLine } from '#contract/order.ts';
import { itemStatuses } from '#contract/printItem.ts';
import type { PrintOrder } from '#contract/printOrder.ts';
import { printPapers } from '#contract/printPapers.ts';
import { formatYuan } from '../../../../shared/money.ts';
import { PictureViewer } from '../../../../shared/PictureViewer.tsx';
import { saveFile } from '../../../../shared/saveFile.ts';
import { useCan } from '../../../kit/base/CanAccess.tsx';
import { useDataProvider, useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { PlainList } from '../../../kit/base/PlainList.tsx';
import { Quiet, StatusLabel } from '../../../kit/field/valueFields.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { linePast, useOrder } from '../../orders/parts.ts';
import { CropFrame, isWhole } from '../CropFrame.tsx';
import type { PrintItem, PrintRecord } from '../printOrder.ts';

export const PrintPhotos = () => {
  const record = useRecord<PrintOrder>();
  const [at, setAt] = useState<number | null>(null);
  const { items, photoCount, orderId, reprintOf } = record;
  const lines = useOrder(reprintOf ? '' : orderId)?.lines;
  const t = useTexts('resources.print-orders.photo');
  return (
    <Panel
      title={t('title')}
      action={<Quiet small>{t('count', { kinds: items.length, count: photoCount })}</Quiet>}
    >
      <PlainList
        sx={{
          pt: 0.5,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(auto-fill, minmax(232px, 1fr))',
          },
        }}
      >
        {items.map((item, place) => (
          <li key={place}>
            <PrintPhoto
              item={item}
              at={place}
              order={record}
              line={lines?.[place]}
              onZoom={() => setAt(place)}
            />
          </li>
        ))}
      </PlainList>
      <PictureViewer
        pictures={items.map(({ filePath }, place) => ({
          src: filePath,
          name: `${record.printNo} · ${t('of', { n: place + 1 })}`,
        }))}
        at={at}
        onMove={setAt}
        onClose={() => setAt(null)}
      />
    </Panel>
  );
};

interface PrintPhotoProps {
  item: PrintItem;
  at: number;
  order: PrintRecord;
  /** From its order: what was refunded and printed again. */
  line: OrderLine | undefined;
  onZoom: () => void;
}

/** One photo with all that its print needs: paper, number, what is cut off, and whether it is sharp enough. */
const PrintPhoto = ({ item, at, order, line, onZoom }: PrintPhotoProps) => {
  const t = useTexts('resources.print-orders.photo');
  const ofOrder = useTexts('resources.orders.line');
  const can = useCan();
  const { sizeSnap, paper, qty, crop, itemStatus } = item;
  const past = line ? linePast(line, ofOrder) : [];
  const notes = [
    isWhole(crop)
      ? t('whole')
      : t('cropped', { percent: Math.max(1, Math.round((1 - crop.w * crop.h) * 100)) }),
    crop.rotate !== 0 && t('rotated', { degrees: crop.rotate }),
  ].filter(Boolean);
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      {item.filePath ? (
        <ButtonBase
          onClick={onZoom}
          aria-label={t('zoomOf', { n: at + 1 })}
          sx={{ display: 'block', width: 1, p: 1.5, bgcolor: 'action.hover', cursor: 'zoom-in' }}
        >
          <CropFrame src={item.filePath} alt={t('of', { n: at + 1 })} crop={crop} />
        </ButtonBase>
      ) : (
        <Box sx={{ p: 1.5, bgcolor: 'action.hover' }}>{t('erased')}</Box>
      )}
      <Box sx={{ p: 1.5, display: 'grid', gap: 0.75, fontSize: '0.8125rem' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ fontWeight: 600, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            {at + 1}. {sizeSnap.name} {printPapers[paper].label}
          </Box>
          {itemStatus !== 'ok' && <StatusLabel {...itemStatuses[itemStatus]} />}
          <Chip size="small" label={t('qty', { qty })} sx={{ ml: 'auto', fontWeight: 600 }} />
        </Box>
        <Sharpness item={item} />
        <Quiet>
          {t('size', { width: sizeSnap.widthMm, height: sizeSnap.heightMm })} · {notes.join(' · ')}
        </Quiet>
        <Quiet>
          {order.reprintOf
            ? t('free')
            : t('unit', { unit: formatYuan(item.unitFen), amount: formatYuan(item.amountFen) })}
        </Quiet>
        {past.length > 0 && <StatusLabel tone="warning" label={past.join('、')} />}
        {item.filePath && (can('print-orders.write') || can('users.pictures')) && (
          <DownloadOriginal order={order} at={at} />
        )}
      </Box>
    </Box>
  );
};

/** The photo as it was uploaded, for one that must be looked at or mended by hand. */
const DownloadOriginal = ({ order, at }: { order: PrintRecord; at: number }) => {
  const t = useTexts('resources.print-orders.photo');
  const { invoke } = useDataProvider();
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => invoke('adminPrintOrder', 'getPrintFiles', { ids: [order.id] }),
    onSuccess: ({ list }) => {
      const file = list.find(({ itemIndex }) => itemIndex === at);
      if (file?.url) saveFile(file.url, file.fileName);
      else notify(t('gone'), { type: 'error' });
    },
    onError: error => notify(error.message, { type: 'error' }),
  });
  return (
    <Button
      size="small"
      loading={isPending}
      aria-label={t('downloadOf', { n: at + 1 })}
      onClick={() => mutate()}
      sx={{ justifySelf: 'start', ml: -0.75 }}
    >
      {t('download')}
    </Button>
  );
};

const Sharpness = ({ item: { dpi, lowRes, sizeSnap } }: { item: PrintItem }) => {
  const t = useTexts('resources.print-orders.photo');
  const wanted =
    sizeSnap.widthMm > 0 ? Math.round((sizeSnap.pixelWidth / sizeSnap.widthMm) * 25.4) : 0;
  const known = dpi > 0 ? t('dpi', { dpi, wanted }) : t('dpiUnknown');
  return (
    <Box>
      <StatusLabel
        tone={lowRes ? 'warning' : dpi > 0 ? 'success' : 'neutral'}
        label={`${known}${lowRes ? `，${t('soft')}` : dpi > 0 ? `，${t('fine')}` : ''}`}
      />
    </Box>
  );
};
