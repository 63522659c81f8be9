import { Box, Chip } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { PictureTile } from '../../kit/field/PictureTile.tsx';

interface Shown {
  name?: string | null;
  description?: string | null;
  icon?: string | null;
  coverImage?: string | null;
  costCredits?: number | null;
  isRecommend?: boolean;
  status?: string;
}

/** What a user of the mini-program will see of it, while it is being typed. */
export const LocalAppPreview = () => {
  const t = useTexts('resources.local-app-templates.preview');
  const values = useWatch() as Shown;
  const name = values.name || t('unnamed');
  const cost = values.costCredits ?? 0;
  return (
    <Box
      sx={{
        overflow: 'hidden',
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        opacity: values.status === 'disabled' ? 0.5 : 1,
      }}
    >
      <Box sx={{ position: 'relative', aspectRatio: '16 / 10', bgcolor: 'action.hover' }}>
        <SignedImage src={values.coverImage ?? ''} alt={name} width="100%" height="100%" />
        {values.isRecommend && (
          <Chip
            color="primary"
            label={t('recommended')}
            sx={{ position: 'absolute', top: 8, left: 8 }}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1.25, p: 1.5 }}>
        <PictureTile src={values.icon ?? ''} name={name} size={40} />
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Box>
          <Box
            sx={{
              color: 'text.secondary',
              fontSize: '0.75rem',
              display: '-webkit-box',
              overflow: 'hidden',
              WebkitBoxOrient: 'vertical',
              WebkitLineClamp: 2,
            }}
          >
            {values.description}
          </Box>
          <Box sx={{ mt: 0.5, fontSize: '0.75rem', fontWeight: 500 }}>
            {cost > 0 ? t('cost', { count: cost }) : t('free')}
          </Box>
        </Box>
      </Box>
      {values.status === 'disabled' && (
        <Box sx={{ px: 1.5, pb: 1.5, fontSize: '0.75rem', color: 'text.secondary' }}>
          {t('hidden')}
        </Box>
      )}
    </Box>
  );
};
