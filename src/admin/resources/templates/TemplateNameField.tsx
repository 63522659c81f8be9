import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Template } from '#contract/template.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { editPath, type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { SmallChip } from '../../kit/field/SmallChip.tsx';

/** Cover, name and subtitle; the name is a link, so that a keyboard can open the row too. */
export const TemplateNameField = ({ size = 30 }: { size?: number }) => {
  const translate = useTranslate();
  const { id, name, subtitle, coverImage, isNew } = useRecord<RecordOf<Template>>();
  return (
    <NameCell
      picture={
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
      }
      name={name}
      to={editPath('templates', id)}
      marks={isNew && <SmallChip label={translate('resources.templates.fields.isNew')} />}
      second={subtitle}
      width={{ sm: 220, xl: 320 }}
    />
  );
};
