import { Box, Tooltip } from '@mui/material';
import { isSuspended, suspended, type Template, templateStatuses } from '#contract/template.ts';
import { formatCount } from '../../../shared/count.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';

/** A template's state, or that it is suspended. */
export const TemplateStatusField = () => {
  const t = useTexts('resources.templates.suspended');
  const record = useRecord<Template>();
  if (!isSuspended(record)) return <StatusField choices={templateStatuses} />;
  const why = t('why', { pool: record.apiKeyPool });
  return (
    <Tooltip title={why}>
      <Box component="span" tabIndex={0} aria-description={why}>
        <StatusLabel {...suspended} />
      </Box>
    </Tooltip>
  );
};

/** How its users rate it, and how many of them did: few say little. */
export const TemplateRating = () => {
  const t = useTexts('resources.templates');
  const { ratingAverage, ratingCount } = useRecord<Template>();
  if (ratingAverage === null) return null;
  return t('rating', { average: ratingAverage.toFixed(1), count: formatCount(ratingCount) });
};
