import CheckIcon from '@mui/icons-material/CheckCircle';
import PendingIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Alert, Box, Button, Card, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import {
  isSuspended,
  type Template,
  type TemplateEngine,
  templateEntity,
} from '#contract/template.ts';
import {
  missingToRun,
  needsTrial,
  type Publishable,
  type PublishField,
  publishFieldsOf,
  triedFields,
} from '#contract/templatePublishing.ts';
import { costText } from '../../../shared/costText.ts';
import { formatCount, formatShare } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { Beside } from '../../kit/base/Beside.tsx';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink, Quiet, Time } from '../../kit/field/valueFields.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { FactList, Panel } from '../../kit/show/Panel.tsx';
import { Change, usePeriod, usePeriodName } from '../dashboard/parts.ts';
import { TrialButton } from '../template-trial/parts.ts';
import { TemplateCopyButton, TemplateDeleteButton } from './TemplateButtons.tsx';
import { TemplateRating, TemplateStatusField } from './TemplateFields.tsx';
import { TemplateInputs } from './TemplateInputs.tsx';
import { TemplatePublishButton } from './TemplatePublishButton.tsx';
import { templateRenderers } from './templateRenderers.tsx';

export const TemplateEdit = () => (
  <Edit width="full">
    <SimpleForm entity={templateEntity} renderers={templateRenderers}>
      <RecordHeader
        status={<TemplateStatusField />}
        actions={
          <>
            <TemplateDeleteButton variant="text" redirect="list" />
            <CopySaved />
            <TrySaved />
            <TemplatePublishButton />
          </>
        }
      />
      <TemplateSuspended />
      <Beside aside={<TemplateAside />} width={264} sticky>
        <TemplateInputs />
      </Beside>
      <TemplateOfflineWarning />
    </SimpleForm>
  </Edit>
);

/** Copies the stored record, not what is typed in the form. */
const CopySaved = () => {
  const t = useTexts('action');
  const { dirtyFields } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0;
  return (
    <TemplateCopyButton variant="text" disabledReason={unsaved ? t('saveFirst') : undefined} />
  );
};

/** Tries the stored template, not what is typed in the form. */
const TrySaved = () => {
  const { dirtyFields } = useFormState();
  return <TrialButton variant="text" unsaved={Object.keys(dirtyFields).length > 0} />;
};

/** Why visitors cannot start it although it is online, and where to fix that. */
const TemplateSuspended = () => {
  const can = useCan();
  const t = useTexts('resources.templates');
  const record = useRecord<Template>();
  if (!isSuspended(record)) return null;
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        can('api-keys.read') && (
          <Button size="small" component={Link} to={listPath('api-keys')}>
            {t('suspended.keys')}
          </Button>
        )
      }
    >
      {t('suspended.text', { pool: record.apiKeyPool })}
    </Alert>
  );
};

const judged = [
  ...new Set([...publishFieldsOf('workflow'), ...publishFieldsOf('ai_app')]),
  'workflowNodes',
];

/** Warns that the input would take the template offline: above the save button before saving, and again afterwards. */
const TemplateOfflineWarning = () => {
  const t = useTexts('resources.templates');
  const record = useRecord<Template>();
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
  const missing = missingToRun(isOnline ? ({ ...typed, engine } as Publishable) : record);
  // `inputs.0.nodeId` is about the node of an input, `inputs` about there being none.
  const labels = Object.keys(missing).map(path =>
    t(path.includes('.') ? 'publish.inputNodes' : `fields.${path}`),
  );
  const fields = [...new Set(labels)].join('、');
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

/** Beside the form: what is missing to go online, and facts about the template. */
const TemplateAside = () => {
  const can = useCan();
  const record = useRecord<Template>();
  return (
    <>
      {record.status !== 'online' && <PublishChecklist record={record} />}
      {record.engine !== 'local' && can('dashboard.read') && (
        <TemplateRuns templateId={record.id} />
      )}
      <Facts record={record} />
    </>
  );
};

/** Computed from the input; the keys of another pool are known only after saving. */
const PublishChecklist = ({ record }: { record: RecordOf<Template> }) => {
  const t = useTexts('resources.templates');
  const engine = useWatch({ name: 'engine' }) as TemplateEngine;
  const fields = publishFieldsOf(engine);
  const watched = [...fields, 'workflowNodes'];
  const values = useWatch({ name: watched }) as unknown[];
  const typed: Record<string, unknown> = Object.fromEntries(
    watched.map((field, at) => [field, values[at]]),
  );
  const paths = Object.keys(missingToRun({ ...typed, engine } as Publishable));
  const isMissing = (field: PublishField) =>
    field === 'apiKeyPool'
      ? record.hasUsableKey === false && typed['apiKeyPool'] === record.apiKeyPool
      : paths.some(path => path.split('.')[0] === field);
  const { dirtyFields } = useFormState();
  const isChanged = triedFields.some(field => field in dirtyFields);
  // Saving a change of the workflow makes an earlier trial void.
  const wants = needsTrial({ ...record, engine, trialPassed: false });
  const lacksTrial = wants && (isChanged || !record.trialPassed);
  const lines: { label: string; done: boolean; more?: ReactNode }[] = fields.map(field => ({
    label: t(`fields.${field}`),
    done: !isMissing(field),
  }));
  if (wants)
    lines.push({
      label: t('trial.passed'),
      done: !lacksTrial,
      more: lacksTrial && <TrySaved />,
    });
  const missing = lines.filter(({ done }) => !done);
  return (
    <Card component="section" sx={{ p: 2 }}>
      <Typography variant="subtitle2">{t('publish.checklist')}</Typography>
      <Typography variant="caption" component="p" role="status" sx={{ color: 'text.secondary' }}>
        {missing.length > 0 ? t('publish.missing', { count: missing.length }) : t('publish.ready')}
      </Typography>
      <PlainList sx={{ mt: 1, display: 'grid', gap: 0.75 }}>
        {lines.map(({ label, done, more }) => {
          const Icon = done ? CheckIcon : PendingIcon;
          return (
            <Box key={label} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Icon
                sx={{ fontSize: 18, color: done ? 'success.main' : 'text.disabled' }}
                titleAccess={t(`publish.${done ? 'done' : 'lacking'}`)}
              />
              <Box sx={{ flex: 1 }}>{label}</Box>
              {more}
            </Box>
          );
        })}
      </PlainList>
    </Card>
  );
};

const Facts = ({ record }: { record: RecordOf<Template> }) => {
  const { stats, createBy, createTime, updateBy, updateTime, publishTime, lastTrial, id } = record;
  const tried = stats.successCount + stats.failCount;
  const label = useTexts('resources.templates.facts');
  return (
    <Panel title={label('title')}>
      <FactList
        facts={[
          [label('createBy'), <Written key="c" by={createBy?.name} at={createTime} />],
          [label('updateBy'), <Written key="u" by={updateBy?.name} at={updateTime} />],
          [label('publishTime'), publishTime && <Time instant={publishTime} />],
          [
            label('lastTrial'),
            lastTrial && (
              <span key="t">
                {label(lastTrial.succeeded ? 'passed' : 'failed')} ·{' '}
                <Time instant={lastTrial.time} />
              </span>
            ),
          ],
          [label('useCount'), formatCount(stats.useCount)],
          [label('successRate'), formatShare(stats.successCount, tried)],
          [label('rating'), record.ratingCount > 0 && <TemplateRating key="r" />],
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

/** How a template has run in the period of the address: how often, how often in vain, what it cost and what was earned with it. */
const TemplateRuns = ({ templateId }: { templateId: string }) => {
  const t = useTexts('resources.templates.runs');
  const { invoke } = useDataProvider();
  const [period] = usePeriod();
  const asked = { templateId, ...period };
  const { data, isError, refetch } = useQuery({
    queryKey: ['adminDashboard', 'getTemplateRuns', asked],
    queryFn: () => invoke('adminDashboard', 'getTemplateRuns', asked),
  });
  const facts = (): [string, ReactNode][] => {
    if (!data) return [];
    const { before, current, previous } = data;
    const { succeeded, failed, coins, credits, earnedFen } = current;
    const runs = succeeded + failed;
    const earlier = previous.succeeded + previous.failed;
    return [
      [
        t('count'),
        <Fragment key="count">
          <Change current={runs} previous={earlier} before={before} write={formatCount} />{' '}
          {formatCount(runs)}
        </Fragment>,
      ],
      [t('failureRate'), formatShare(failed, runs)],
      [t('coins'), formatCount(coins)],
      [t('cost'), costText(coins, data.coinPriceFen)],
      [t('credits'), formatCount(credits)],
      [t('earned'), formatYuan(earnedFen)],
    ];
  };
  return (
    <Panel
      title={t('title', { period: usePeriodName()(period) })}
      action={
        <PageLink isOnlyWay to={listPath('tasks', { templateId })}>
          {t('all')}
        </PageLink>
      }
    >
      {isError && !data ? (
        <LoadFailure text={t('failed')} onRetry={() => void refetch()} />
      ) : (
        <>
          <FactList facts={facts()} />
          <Quiet tiny sx={{ mt: 1 }}>
            {t('help')}
          </Quiet>
        </>
      )}
    </Panel>
  );
};
