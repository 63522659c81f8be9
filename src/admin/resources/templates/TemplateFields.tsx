import { Box, Tooltip } from '@mui/material';
import { isSuspended, suspended, type Template, templateStatuses } from '#contract/template.ts';
import { formatCount } from '../../../shared/count.ts';
import { exactMinute } from '../../../shared/time.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet, StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';

/** A template's state, or that it is suspended. */
export const TemplateStatusField = () => {
  const t = useTexts('resources.templates.suspended');
  const record = useRecord<Template>();
  if (!isSuspended(record))
    return (
      <>
        <StatusField choices={templateStatuses} />
        <TemplateTimes />
      </>
    );
  const why = t('why', { pool: record.apiKeyPool });
  return (
    <Tooltip title={why}>
      <Box component="span" tabIndex={0} aria-description={why}>
        <StatusLabel {...suspended} />
      </Box>
    </Tooltip>
  );
};

/** What will happen to it by itself next. */
const TemplateTimes = () => {
  const t = useTexts('resources.templates.times');
  const record = useRecord<Template>();
  const next = record.status === 'online' ? 'offlineAt' : 'onlineAt';
  const time = record[next];
  if (time === null) return null;
  return <Quiet tiny>{t(next, { time: exactMinute(time).slice('2026-'.length) })}</Quiet>;
};

/** How its users rate it, and how many of them did: few say little. */
export const TemplateRating = () => {
  const t = useTexts('resources.templates');
  const { ratingAverage, ratingCount } = useRecord<Template>();
  if (ratingAverage === null) return null;
  return t('rating', { average: ratingAverage.toFixed(1), count: formatCount(ratingCount) });
};
