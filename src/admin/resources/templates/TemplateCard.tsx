import { Box, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { TemplateNameField } from './TemplateNameField.tsx';
import { TemplateStatusButton } from './TemplateStatusButton.tsx';
import { TemplateStatusField } from './TemplateStatusField.tsx';

/** A template on a phone: what it is, and what a thumb does with it. */
export const TemplateCard = () => {
  const translate = useTranslate();
  return (
    <RecordCard
      title={
        <Box sx={{ mb: 0.25 }}>
          <TemplateNameField size={48} />
        </Box>
      }
      status={<TemplateStatusField />}
      facts={
        <FormControlLabel
          control={<RecommendSwitch />}
          label={translate('resources.templates.fields.isRecommend')}
          sx={{ minHeight: 44, ml: -0.5, color: 'text.primary' }}
        />
      }
      actions={<TemplateStatusButton variant="outlined" />}
    />
  );
};
