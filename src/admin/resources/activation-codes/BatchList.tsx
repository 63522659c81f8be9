import { Box, Card } from '@mui/material';
import { useGetList, useListContext, useRedirect } from 'react-admin';
import { Link, useSearchParams } from 'react-router-dom';
import {
  type ActivationBatch,
  activationCodeActions,
  batchStatuses,
  codeStatuses,
  expiringSoon,
  MAX_CHANNEL_LENGTH,
} from '#contract/activationCode.ts';
import type { ActionData } from '#contract/index.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { activationCodes, codes } from '#i18n/zh/activationCodes.ts';
import { formatCount } from '../../../shared/count.ts';
import { parsed } from '../../../shared/isFields.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useCreatePath, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { StatusField, StatusLabel } from '../../kit/field/valueFields.tsx';
import { FormRow } from '../../kit/form/FormSection.tsx';
import { DateTimeInput, NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { AutocompleteFilter } from '../../kit/list/AutocompleteFilter.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { DataTable, StatusColumn, TextColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { ListFigures } from '../../kit/list/ListFigures.tsx';
import { DateRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import { isText, useFilter } from '../../kit/list/useFilter.ts';
import {
  BatchExpiryField,
  BatchGrantField,
  BatchNameField,
  type BatchRecord,
  BatchUseField,
  type CodeRecord,
} from './BatchFields.tsx';

addTexts({ 'activation-codes': activationCodes, 'activation-codes/codes': codes });

export const BatchList = () => {
  const t = useTexts('resources.activation-codes');
  return (
    <>
      <CodeMatches />
      <List
        withCounts
        statuses={batchStatuses}
        searchable
        filters={
          <>
            <ChannelFilter />
            <DateRangeFilter source="createTime" />
            <DateRangeFilter source="expireTime" />
          </>
        }
        above={<CodeFigures />}
        card={<BatchCard />}
        actions={
          <ListActions>
            <CreateButton label={t('new')} dialog={<BatchCreateDialog />} />
          </ListActions>
        }
      >
        <DataTable<ActivationBatch> bulkActionButtons={false} rowClick="show">
          <Column source="name" field={BatchNameField} />
          <Column source="packageId" field={BatchGrantField} />
          <TextColumn source="channel" width={120} />
          <Column source="counts" field={BatchUseField} />
          <StatusColumn choices={batchStatuses} />
          <Column source="expireTime" sortByOrder="DESC" field={BatchExpiryField} />
          <TimeColumn source="createTime" sortByOrder="DESC" />
        </DataTable>
      </List>
    </>
  );
};

/** Batches of one channel; those on the page are offered, any other may be typed. */
const ChannelFilter = () => {
  const { data = [] } = useListContext<BatchRecord>();
  const [channel, setChannel] = useFilter('channel', isText);
  return (
    <AutocompleteFilter
      source="channel"
      freeSolo
      forcePopupIcon
      options={[...new Set(data.map(batch => batch.channel).filter(Boolean))]}
      value={channel ?? null}
      onChange={(_event, typed) => setChannel(typed?.trim() || undefined)}
      maxLength={MAX_CHANNEL_LENGTH}
    />
  );
};

const Column = DataTable.Col<ActivationBatch>;

/** A batch on a phone. */
const BatchCard = () => {
  const record = useRecord<ActivationBatch>();
  return (
    <Box
      component={Link}
      to={useCreatePath()({ resource: 'activation-codes', type: 'show', id: record.id })}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1,
        color: 'inherit',
        textDecoration: 'none',
      }}
    >
      <CardHead title={<BatchNameField />} status={<StatusField choices={batchStatuses} />} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: '0.8125rem' }}>
        <Box sx={{ minWidth: 0 }}>
          <BatchGrantField />
        </Box>
        <BatchExpiryField />
      </Box>
      <BatchUseField />
    </Box>
  );
};

const MOST = 5;
/** A whole code, or the last four characters of one. */
const looksLikeCode = (q: string) => /^[0-9A-Za-z-]{4,24}$/.test(q);

/** The search text may be a code: matching codes are shown above the batches. */
const CodeMatches = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.activation-codes');
  const [search] = useSearchParams();
  const q = searchIn(search.get('filter'));
  const { data = [] } = useGetList<CodeRecord>(
    'activation-codes/codes',
    { pagination: { page: 1, perPage: MOST }, filter: { q } },
    { enabled: looksLikeCode(q) },
  );
  if (!looksLikeCode(q) || data.length === 0) return null;
  return (
    <Card component="section" aria-label={t('matches')} sx={{ mb: 2 }}>
      {data.map(({ id, codeMask, status, batchId, usedBy }) => (
        <Box
          key={id}
          component={Link}
          to={`${createPath({ resource: 'activation-codes', type: 'show', id: batchId })}?filter=${encodeURIComponent(JSON.stringify({ ids: [id] }))}`}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 2,
            px: 2,
            py: 1.25,
            color: 'text.primary',
            textDecoration: 'none',
            '&:hover': { bgcolor: 'action.hover' },
          }}
        >
          <Box component="code" sx={{ flex: 1 }}>
            {codeMask}
          </Box>
          {usedBy && <span>{usedBy.nickName || usedBy.userId}</span>}
          <StatusLabel {...codeStatuses[status]} />
        </Box>
      ))}
    </Card>
  );
};

const searchIn = (filter: string | null): string => {
  const { q } = (parsed(filter) ?? {}) as { q?: unknown };
  return typeof q === 'string' ? q : '';
};

const { name, quantity, idemKey: _key, ...more } = activationCodeActions.createBatch.input.shape;
/** An emptied input holds `null`. */
const fields = {
  name,
  quantity,
  ...Object.fromEntries(Object.entries(more).map(([key, schema]) => [key, schema.nullable()])),
};
type NewBatch = ActionData<'adminActivationCode', 'createBatch'>;

/** Empty inputs are not sent, so the server's defaults apply. */
const filledIn = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  );

const BatchCreateDialog = () => {
  const createPath = useCreatePath();
  const t = useTexts('resources.activation-codes');
  const { invoke } = useDataProvider();
  const redirect = useRedirect();
  return (
    <ActionDialog maxWidth="md" title={t('new')}>
      <ActionForm
        facts={t('newFacts')}
        fields={fields}
        defaultValues={{ quantity: 100, perUserLimit: 1 }}
        done={t('created')}
        onDone={({ _id }: { _id: string }) =>
          redirect(createPath({ resource: 'activation-codes', type: 'show', id: _id }))
        }
        run={(values, idemKey) =>
          invoke('adminActivationCode', 'createBatch', { ...filledIn(values), idemKey } as NewBatch)
        }
        submit={<SubmitButton label={t('generate')} />}
      >
        <FormRow>
          <TextInput source="name" isRequired autoFocus />
          <NumberInput source="quantity" isRequired />
        </FormRow>
        <FormRow>
          <ReferenceInput source="packageId" reference="packages">
            <AutocompleteInput label={t('fields.packageId')} />
          </ReferenceInput>
          <NumberInput source="credits" />
        </FormRow>
        <FormRow>
          <DateTimeInput source="validFrom" />
          <DateTimeInput source="expireTime" />
        </FormRow>
        <FormRow>
          <TextInput source="channel" />
          <NumberInput source="perUserLimit" />
        </FormRow>
        <TextInput source="remark" multiline fullWidth />
      </ActionForm>
    </ActionDialog>
  );
};

/** How many codes are left and used, and which expire soon. */
const CodeFigures = () => {
  const { invoke } = useDataProvider();
  const t = useTexts('resources.activation-codes.figures');
  const soon = { status: 'active', expireTime: expiringSoon(useNow()) };
  return (
    <ListFigures
      label={t('label')}
      queryKey={['adminActivationCode', 'getCodeStats']}
      read={options => invoke('adminActivationCode', 'getCodeStats', {}, options)}
      figures={({ codes, usedToday, expiringCodes, expiringBatches }) => [
        { label: t('unused'), value: formatCount(codes.unused) },
        { label: t('used'), value: formatCount(codes.used) },
        { label: t('usedToday'), value: formatCount(usedToday) },
        { label: t('expired'), value: formatCount(codes.expired) },
        {
          label: t('soon'),
          value: t('soonCount', {
            codes: formatCount(expiringCodes),
            batches: formatCount(expiringBatches),
          }),
          to: expiringBatches > 0 ? listPath('activation-codes', soon) : undefined,
          warn: expiringCodes > 0,
        },
      ]}
    />
  );
};
