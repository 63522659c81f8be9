import { Box, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';
import { isSuspended, suspended, type Template, templateStatuses } from '#contract/template.ts';
import { type RecordOf, useRecord } from '../../kit/base/hooks.ts';
import { StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';

/** A template's state, or that it is suspended. */
export const TemplateStatusField = () => {
  const translate = useTranslate();
  const record = useRecord<RecordOf<Template>>();
  if (!isSuspended(record)) return <StatusField choices={templateStatuses} />;
  const why = translate('resources.templates.suspended.why', { pool: record.apiKeyPool });
  return (
    <Tooltip title={why}>
      <Box component="span" tabIndex={0} aria-description={why}>
        <StatusLabel {...suspended} />
      </Box>
    </Tooltip>
  );
};
