import { Box } from '@mui/material';
import { useListContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Template } from '#contract/template.ts';
import { SignedImage } from '../../../shared/SignedImage.tsx';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { EditableNumberField } from '../../kit/list/EditableNumberField.tsx';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { TileCheckbox } from '../../kit/list/TileCheckbox.tsx';
import { TrialButton } from '../template-trial/parts.ts';
import { TemplateCopyButton, TemplateStatusButton } from './TemplateButtons.tsx';
import { TemplateStatusField } from './TemplateFields.tsx';
import { TemplateMoney } from './TemplateMoney.tsx';

/** One template of the picture grid, with what is changed most. */
export const TemplateTile = () => {
  const t = useTexts('resources.templates');
  const { id, name, coverImage } = useRecord<Template>();
  const to = useCreatePath()({ resource: 'templates', type: 'edit', id });
  const { selectedIds } = useListContext();
  const isSelected = selectedIds.includes(id);
  return (
    <Box component="li" sx={{ position: 'relative', minWidth: 0 }}>
      <Box
        component={Link}
        to={to}
        aria-hidden
        tabIndex={-1}
        sx={{
          display: 'grid',
          placeItems: 'center',
          aspectRatio: '3 / 4',
          overflow: 'hidden',
          borderRadius: 1,
          color: 'text.secondary',
          fontSize: '0.8125rem',
          textDecoration: 'none',
          bgcolor: 'action.hover',
          outline: isSelected ? 2 : 1,
          outlineStyle: 'solid',
          outlineColor: theme => (isSelected ? theme.palette.primary.main : theme.palette.divider),
        }}
      >
        {coverImage ? (
          <SignedImage src={coverImage} alt={name} width="100%" height="100%" />
        ) : (
          t('noCover')
        )}
      </Box>
      <TileCheckbox label={t('select', { name })} sx={{ top: 6, left: 6 }} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 1 }}>
        <PageLink to={to} noWrap strong sx={{ flex: 1, minWidth: 0 }}>
          {name}
        </PageLink>
        <Box sx={{ fontSize: '0.75rem' }}>
          <TemplateStatusField />
        </Box>
      </Box>
      <TemplateMoney />
      <Box sx={{ display: 'flex', alignItems: 'center', ml: -0.75 }}>
        <RecommendSwitch />
        <Box sx={{ flex: 1, color: 'text.secondary', fontSize: '0.8125rem' }}>
          <EditableNumberField source="sort" />
        </Box>
        <TrialButton />
        <TemplateCopyButton />
        <TemplateStatusButton />
      </Box>
    </Box>
  );
};
