import { Box } from '@mui/material';
import { texts } from '#contract/constants.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { Quiet } from '../../kit/field/valueFields.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';

export interface HomeGridProps {
  records: readonly QuickFunctionRecord[];
  current: string | undefined;
}

/** A phone's screen: four entries in a row below the title and the search box. */
export const HomeGrid = ({ records, current }: HomeGridProps) => {
  const t = useTexts('resources.templates/quick-functions.preview');
  return (
    <Box
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 4,
        bgcolor: 'background.default',
        overflow: 'hidden',
        maxWidth: 280,
        mx: 'auto',
      }}
    >
      <Box sx={{ textAlign: 'center', fontWeight: 600, fontSize: '0.8125rem', pt: 1.5, pb: 1 }}>
        {texts.appTitle}
      </Box>
      <Box
        aria-hidden
        sx={{ height: 28, mx: 1.5, mb: 1.5, borderRadius: 4, bgcolor: 'action.hover' }}
      />
      {records.length === 0 ? (
        <Quiet sx={{ textAlign: 'center', px: 2, py: 4 }}>{t('empty')}</Quiet>
      ) : (
        <PlainList
          aria-label={t('grid')}
          sx={{
            mx: 1,
            py: 1.5,
            px: 0,
            display: 'grid',
            gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
            rowGap: 1.5,
            borderRadius: 2,
            bgcolor: 'background.paper',
          }}
        >
          {records.map(record => (
            <Entry key={record.id} record={record} isCurrent={record.id === current} />
          ))}
        </PlainList>
      )}
      <Box aria-hidden sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1, p: 1 }}>
        {[0, 1].map(at => (
          <Box key={at} sx={{ height: 72, borderRadius: 2, bgcolor: 'action.hover' }} />
        ))}
      </Box>
    </Box>
  );
};

const Entry = ({ record, isCurrent }: { record: QuickFunctionRecord; isCurrent: boolean }) => {
  const { icon, title, badge, targetPicture } = record;
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 0.5,
        py: 0.5,
        borderRadius: 1,
        ...(isCurrent && { outline: '2px solid', outlineColor: 'primary.main' }),
      }}
    >
      <Box sx={{ position: 'relative' }}>
        <PictureTile src={icon || (targetPicture ?? '')} name={title || '—'} size={40} />
        {badge && (
          <Box
            component="span"
            sx={{
              position: 'absolute',
              top: -6,
              left: 26,
              px: 0.5,
              borderRadius: 2,
              fontSize: '0.625rem',
              lineHeight: 1.5,
              whiteSpace: 'nowrap',
              bgcolor: '#d92d20',
              color: '#fff',
            }}
          >
            {badge}
          </Box>
        )}
      </Box>
      {/* Four characters to a line, two lines at most. */}
      <Box
        component="span"
        sx={{ width: '4em', fontSize: '0.75rem', lineHeight: 1.35, textAlign: 'center' }}
      >
        {title}
      </Box>
    </Box>
  );
};
