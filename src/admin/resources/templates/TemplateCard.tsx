import { Box, Button, FormControlLabel } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Template } from '#contract/template.ts';
import { editPath, type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { RecommendSwitch } from '../../kit/list/RecommendSwitch.tsx';
import { TemplateNameField } from './TemplateNameField.tsx';
import { TemplateStatusButton } from './TemplateStatusButton.tsx';
import { TemplateStatusField } from './TemplateStatusField.tsx';

const touch = { minHeight: 44 } as const;

/** A template on a phone: what it is, and what a thumb does with it. */
export const TemplateCard = () => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<Template>>();
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <TemplateNameField size={48} />
        </Box>
        <Box sx={{ fontSize: '0.8125rem', pt: 0.25 }}>
          <TemplateStatusField />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          mt: 1.25,
          '& .MuiButton-root': touch,
        }}
      >
        <FormControlLabel
          control={<RecommendSwitch />}
          label={translate('resources.templates.fields.isRecommend')}
          sx={{ ...touch, flex: 1, ml: -0.5 }}
        />
        <TemplateStatusButton variant="outlined" />
        <Button variant="outlined" component={Link} to={editPath('templates', record.id)}>
          {translate('list.edit')}
        </Button>
      </Box>
    </>
  );
};
