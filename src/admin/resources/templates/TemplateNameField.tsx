import { Box, Chip, Link as MuiLink } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Template } from '#contract/template.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { editPath, type RecordOf, useRecord } from '../../kit/base/record.ts';
import { oneLine } from '../../kit/field/OneLine.tsx';

/** Cover, name and subtitle; the name is a link, so that a keyboard can open the row too. */
export const TemplateNameField = ({ size = 30 }: { size?: number }) => {
  const translate = useTranslate();
  const { id, name, subtitle, coverImage, isNew } = useRecord<RecordOf<Template>>();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <Box
        sx={{
          flex: 'none',
          width: size,
          height: Math.round((size * 4) / 3),
          borderRadius: '6px',
          overflow: 'hidden',
          bgcolor: 'action.hover',
          border: coverImage ? 0 : 1,
          borderStyle: 'dashed',
          borderColor: 'divider',
        }}
      >
        <SignedImage src={coverImage} alt={name} width="100%" height="100%" />
      </Box>
      <Box sx={{ minWidth: 0, maxWidth: { sm: 220, xl: 320 } }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
          <MuiLink
            component={Link}
            to={editPath('templates', id)}
            onClick={event => event.stopPropagation()}
            sx={{ ...oneLine, fontWeight: 500, color: 'text.primary' }}
          >
            {name}
          </MuiLink>
          {isNew && (
            <Chip
              label={translate('resources.templates.fields.isNew')}
              sx={{ height: 18, fontSize: '0.6875rem', flex: 'none' }}
            />
          )}
        </Box>
        <Box sx={{ ...oneLine, color: 'text.secondary', fontSize: '0.75rem' }} title={subtitle}>
          {subtitle}
        </Box>
      </Box>
    </Box>
  );
};
