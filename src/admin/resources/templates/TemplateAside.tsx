import CheckIcon from '@mui/icons-material/CheckCircle';
import PendingIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Card, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { Template, TemplateEngine } from '#contract/template.ts';
import {
  lacksToRun,
  type Publishable,
  type PublishField,
  publishFieldsOf,
} from '#contract/templatePublishing.ts';
import { type RecordOf, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Time } from '../../kit/field/valueFields.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';

/** Beside the form: what is missing to go online, and facts about the template. */
export const TemplateAside = () => {
  const record = useRecord<RecordOf<Template>>();
  return (
    <>
      {record.status !== 'online' && <PublishChecklist record={record} />}
      <Facts record={record} />
    </>
  );
};

/** Computed from the input; the keys of another pool are known only after saving. */
const PublishChecklist = ({ record }: { record: RecordOf<Template> }) => {
  const translate = useTranslate();
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  const fields = publishFieldsOf(engine);
  const values = useWatch({ name: fields }) as unknown[];
  const typed: Record<string, unknown> = Object.fromEntries(
    fields.map((field, at) => [field, values[at]]),
  );
  const lacks = Object.keys(lacksToRun({ ...typed, engine } as Publishable));
  const isMissing = (field: PublishField) =>
    field === 'apiKeyPool'
      ? record.hasUsableKey === false && typed['apiKeyPool'] === record.apiKeyPool
      : lacks.some(path => path.split('.')[0] === field);
  const missing = fields.filter(isMissing);
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Typography variant="subtitle2">
        {translate('resources.templates.publish.checklist')}
      </Typography>
      <Typography variant="caption" component="p" role="status" sx={{ color: 'text.secondary' }}>
        {missing.length > 0
          ? translate('resources.templates.publish.missing', { count: missing.length })
          : translate('resources.templates.publish.ready')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 0.75 }}>
        {fields.map(field => {
          const done = !missing.includes(field);
          const Icon = done ? CheckIcon : PendingIcon;
          return (
            <Box key={field} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Icon
                sx={{ fontSize: 18, color: done ? 'success.main' : 'text.disabled' }}
                titleAccess={translate(`resources.templates.publish.${done ? 'done' : 'lacking'}`)}
              />
              {translate(`resources.templates.fields.${field}`)}
            </Box>
          );
        })}
      </Box>
    </Card>
  );
};

const Facts = ({ record }: { record: RecordOf<Template> }) => {
  const { stats, createBy, createTime, updateBy, updateTime, publishTime, id } = record;
  const tried = stats.successCount + stats.failCount;
  const label = useTexts('resources.templates.facts');
  return (
    <Panel title={label('title')}>
      <FactList
        facts={[
          [label('createBy'), <Written key="c" by={createBy?.name} at={createTime} />],
          [label('updateBy'), <Written key="u" by={updateBy?.name} at={updateTime} />],
          [label('publishTime'), publishTime && <Time instant={publishTime} />],
          [label('useCount'), stats.useCount.toLocaleString('zh-CN')],
          [
            label('successRate'),
            tried > 0 ? `${((stats.successCount / tried) * 100).toFixed(1)}%` : '',
          ],
          [label('id'), <code key="id">{id}</code>],
        ]}
      />
    </Panel>
  );
};

const Written = ({ by, at }: { by: string | undefined; at: number }) => (
  <>
    {by && `${by} · `}
    <Time instant={at} />
  </>
);
