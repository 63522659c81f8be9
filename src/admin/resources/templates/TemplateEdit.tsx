import { Alert, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { isSuspended, type Template, templateEntity } from '#contract/template.ts';
import { lacksToRun, type Publishable, publishFieldsOf } from '#contract/templatePublishing.ts';
import { Beside } from '../../kit/base/Beside.tsx';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listPath.ts';
import { RecordEdit } from '../../kit/form/RecordEdit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { TemplateAside } from './TemplateAside.tsx';
import { TemplateCopyButton } from './TemplateCopyButton.tsx';
import { TemplateDeleteButton } from './TemplateDeleteButton.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';
import { TemplatePublishButton } from './TemplatePublishButton.tsx';
import { templateRenderers } from './templateRenderers.tsx';
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
    <Beside aside={<TemplateAside />} width={264} sticky>
      <TemplateInputs />
    </Beside>
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

/** Why visitors cannot start it although it is online, and where to fix that. */
const TemplateSuspended = () => {
  const t = useTexts('resources.templates');
  const record = useRecord<RecordOf<Template>>();
  if (!isSuspended(record)) return null;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button size="small" component={Link} to={listPath('api-keys')}>
          {t('suspended.keys')}
        </Button>
      }
    >
      {t('suspended.text', { pool: record.apiKeyPool })}
    </Alert>
  );
};

const judged = [...new Set([...publishFieldsOf('workflow'), ...publishFieldsOf('ai_app')])];

/** Warns that the input would take the template offline: above the save button before saving, and again afterwards. */
const TemplateOfflineWarning = () => {
  const t = useTexts('resources.templates');
  const record = useRecord<RecordOf<Template>>();
  const [engine, ...values] = useWatch({ name: ['engine', ...judged] }) as unknown[];
  const typed = Object.fromEntries(judged.map((field, at) => [field, values[at]]));
  const [status, setStatus] = useState(record.status);
  const [hasFallen, setHasFallen] = useState(false);
  if (record && record.status !== status) {
    setStatus(record.status);
    setHasFallen(status === 'online' && record.status === 'offline');
  }
  const isOnline = record.status === 'online';
  if (!isOnline && !hasFallen) return null;
  const lacks = lacksToRun(isOnline ? ({ ...typed, engine } as Publishable) : record);
  const fields = [...new Set(Object.keys(lacks).map(path => path.split('.')[0]))]
    .map(field => t(`fields.${field}`))
    .join('、');
  if (!fields) return null;
  return (
    <Alert
      severity="warning"
      sx={{
        position: 'sticky',
        // Above the save bar, which stays in sight as well.
        bottom: { xs: 68, sm: 72 },
        zIndex: 3,
        mt: 2,
        border: 1,
        borderColor: 'warning.main',
      }}
      {...(!isOnline && { onClose: () => setHasFallen(false) })}
    >
      {t(isOnline ? 'publish.willGoOffline' : 'publish.wentOffline', { fields })}
    </Alert>
  );
};
