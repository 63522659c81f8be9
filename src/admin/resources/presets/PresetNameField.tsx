import { Box, Chip, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Preset } from '#contract/preset.ts';
import { editPath, type RecordOf, useRecord } from '../../kit/base/record.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';

/** Cover, name and tags, and what is wrong with it. */
export const PresetNameField = () => {
  const translate = useTranslate();
  const { id, name, coverImage, tags, isDefault, needsReview } = useRecord<RecordOf<Preset>>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PictureTile src={coverImage} name={name} />
      <Box sx={{ minWidth: 0, maxWidth: { sm: 240, xl: 320 } }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <MuiLink
            component={Link}
            to={editPath('templates/presets', id)}
            onClick={event => event.stopPropagation()}
            noWrap
            title={name}
            sx={{ fontWeight: 500, color: 'text.primary' }}
          >
            {name}
          </MuiLink>
          {isDefault && (
            <Chip label={translate('resources.templates/presets.default.mark')} sx={small} />
          )}
          {needsReview && (
            <Chip
              color="warning"
              variant="outlined"
              label={translate('resources.templates/presets.review.mark')}
              sx={small}
            />
          )}
        </Box>
        <Box sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }}>
          {tags.join(' · ')}
        </Box>
      </Box>
    </Box>
  );
};

const small = { height: 18, fontSize: '0.6875rem', flex: 'none' } as const;
