import { Box } from '@mui/material';
import { code128 } from '#contract/code128.ts';
import { printOrderStatuses } from '#contract/printOrderStates.ts';
import { printPapers } from '#contract/printPapers.ts';
import { asThumbnail } from '../../../../shared/imageStyle.ts';
import { useSystemSettings } from '../../../../shared/settings.ts';
import { useSignedUrl } from '../../../../shared/SignedUrlsProvider.tsx';
import { exactTime } from '../../../../shared/time.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { CropFrame } from '../CropFrame.tsx';
import type { PrintItem, PrintRecord } from '../printOrder.ts';

/** One parcel: what belongs into it, with a box to tick for each photo. */
export const SheetOrder = ({ order }: { order: PrintRecord }) => {
  const say = useTexts('resources.print-orders');
  const t = useTexts('resources.print-orders.sheet');
  const { printNo, address, slaTime, userRemark, adminRemarks, items, status } = order;
  return (
    <Box
      component="section"
      aria-label={printNo}
      sx={{ borderTop: 2, borderColor: 'text.primary', pt: 1.5, pb: 2.5, breakInside: 'avoid' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 220, fontSize: '0.8125rem', display: 'grid', gap: 0.25 }}>
          <Box component="h3" sx={{ m: 0, fontSize: '1rem' }}>
            {printNo}
          </Box>
          <Box>
            {t('receiver')}：{say('receiver', { name: address.name, tail: address.phoneTail })}，
            {[...new Set([address.province, address.city])].join('')}
          </Box>
          {slaTime !== null && <Box>{t('due', { time: exactTime(slaTime).slice(0, 16) })}</Box>}
          {status !== 'producing' && (
            <Box sx={{ fontWeight: 600 }}>
              {t('statusNot', { status: printOrderStatuses[status].label })}
            </Box>
          )}
          {userRemark && (
            <Box sx={{ fontWeight: 600 }}>
              {t('remark')}：{userRemark}
            </Box>
          )}
          {adminRemarks.map(({ time, text }) => (
            <Box key={`${time} ${text}`} sx={{ fontWeight: 600 }}>
              {t('adminRemark')}：{text}
            </Box>
          ))}
        </Box>
        <Barcode text={printNo} label={t('barcode', { no: printNo })} />
      </Box>
      <Box
        component="table"
        sx={{
          width: 1,
          borderCollapse: 'collapse',
          fontSize: '0.8125rem',
          '& th': { textAlign: 'left', fontWeight: 500, color: 'text.secondary' },
          '& th, & td': { p: 0.75, borderTop: 1, borderColor: 'divider' },
          '& tr': { breakInside: 'avoid' },
        }}
      >
        <thead>
          <tr>
            <th scope="col" style={{ width: 84 }}>
              {t('columns.photo')}
            </th>
            <th scope="col">{t('columns.what')}</th>
            <th scope="col" style={{ width: 56, textAlign: 'right' }}>
              {t('columns.qty')}
            </th>
            <th scope="col">{t('columns.notes')}</th>
            <th scope="col" style={{ width: 44, textAlign: 'center' }}>
              {t('columns.check')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item, at) => (
            <SheetItem key={at} item={item} at={at} />
          ))}
        </tbody>
      </Box>
    </Box>
  );
};

const SheetItem = ({ item, at }: { item: PrintItem; at: number }) => {
  const say = useTexts('resources.print-orders.photo');
  const t = useTexts('resources.print-orders.sheet');
  const { filePath, crop, sizeSnap, paper, qty, lowRes, dpi, itemStatus } = item;
  const alt = say('of', { n: at + 1 });
  return (
    <tr>
      <td>
        <CropFrame
          src={filePath}
          alt={alt}
          crop={crop}
          height={72}
          picture={<SheetPicture src={filePath} alt={alt} />}
        />
      </td>
      <td>
        <strong>
          {at + 1}. {sizeSnap.name} {printPapers[paper].label}
        </strong>
        <Quiet>{say('size', { width: sizeSnap.widthMm, height: sizeSnap.heightMm })}</Quiet>
      </td>
      <td style={{ textAlign: 'right', fontSize: '1.125rem', fontWeight: 600 }}>{qty}</td>
      <td>
        {lowRes && <div>{t('low', { dpi })}</div>}
        {itemStatus === 'bad' && <div>{t('bad')}</div>}
        {crop.rotate !== 0 && <div>{say('rotated', { degrees: crop.rotate })}</div>}
      </td>
      <td>
        <Box
          aria-hidden
          sx={{ width: 18, height: 18, mx: 'auto', border: 1.5, borderColor: 'text.primary' }}
        />
      </td>
    </tr>
  );
};

/** A number for the scanner. Black on white whatever the theme. */
const Barcode = ({ text, label }: { text: string; label: string }) => {
  const code = code128(text);
  if (!code) return null;
  const quiet = 10;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${code.width + 2 * quiet} 40`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      style={{ display: 'block', width: 232, height: 36, background: '#fff' }}
    >
      {code.bars.map(({ x, width }) => (
        <rect key={x} x={x + quiet} y={0} width={width} height={40} fill="#000" />
      ))}
    </svg>
  );
};

/** Loaded at once, unlike pictures on a screen, because the whole sheet is printed. */
const SheetPicture = ({ src, alt }: { src: string; alt: string }) => {
  const { imageStyles } = useSystemSettings();
  const { url } = useSignedUrl(asThumbnail(src, imageStyles), { autoRefresh: false });
  if (!url) return null;
  return (
    <img
      src={url}
      alt={alt}
      style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
    />
  );
};
