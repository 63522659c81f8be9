import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { templateEntity } from '#contract/template.ts';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { TemplateAside } from './TemplateAside.tsx';
import { TemplateCopyButton } from './TemplateCopyButton.tsx';
import { TemplateDeleteButton } from './TemplateDeleteButton.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';
import { TemplatePublishButton } from './TemplatePublishButton.tsx';
import { templateRenderers } from './templateRenderers.tsx';
import { TemplateOfflineWarning, TemplateSuspended } from './TemplateServiceAlerts.tsx';
import { TemplateStatusField } from './TemplateStatusField.tsx';

export const TemplateEdit = () => (
  <RecordEdit width="full" entity={templateEntity} renderers={templateRenderers}>
    <RecordHeader
      status={<TemplateStatusField />}
      actions={
        <>
          <TemplateDeleteButton variant="text" redirect="list" />
          <CopySaved />
          <TemplatePublishButton />
        </>
      }
    />
    <TemplateSuspended />
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 264px' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <TemplateInputs />
      </Box>
      <TemplateAside />
    </Box>
    <TemplateOfflineWarning />
  </RecordEdit>
);

/** What is copied is what is stored. */
const CopySaved = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0;
  return (
    <TemplateCopyButton
      variant="text"
      disabledReason={unsaved ? translate('action.saveFirst') : undefined}
    />
  );
};
