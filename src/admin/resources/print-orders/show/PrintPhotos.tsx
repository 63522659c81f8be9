import { Box } from '@mui/material';
import { useState } from 'react';
import { PictureViewer } from '../../../../shared/PictureViewer.tsx';
import { useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { Panel } from '../../../kit/show/Panel.tsx';
import type { PrintRecord } from '../printOrder.ts';
import { PrintPhoto } from './PrintPhoto.tsx';

export const PrintPhotos = () => {
  const record = useRecord<PrintRecord>();
  const [at, setAt] = useState<number | null>(null);
  const { items, photoCount } = record;
  const t = useTexts('resources.print-orders.photo');
  return (
    <Panel
      title={t('title')}
      action={
        <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
          {t('count', { kinds: items.length, count: photoCount })}
        </Box>
      }
    >
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
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
            <PrintPhoto item={item} at={place} order={record} onZoom={() => setAt(place)} />
          </li>
        ))}
      </Box>
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
