import { Box } from '@mui/material';
import { useDataProvider, useGetList, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import {
  quickFunctionEntity,
  quickPlatforms,
  type QuickTarget,
  quickTargetProblems,
  quickTargets,
} from '#contract/quickFunction.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';
import {
  CheckboxGroupInput,
  DateTimeInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { ImageUploadInput } from '../../kit/form/uploadInputs.tsx';
import { HomeGridPreview } from './HomeGridPreview.tsx';
import type { QuickFunctionRecord } from './quickFunction.ts';

const RESOURCE = 'templates/quick-functions';
const STEP = 10;

export const QuickFunctionDialog = ({ record }: { record?: QuickFunctionRecord }) => {
  const translate = useTranslate();
  const t = useTexts('resources.templates/quick-functions');
  const dataProvider = useDataProvider();
  const others = useQuickFunctions();
  const start = record ?? {
    ...quickFunctionEntity.defaults,
    title: '',
    targetType: 'template' as const,
  };

  const run = async (values: Record<string, unknown>, idemKey: string) => {
    const entry = { ...start, ...values } as QuickFunctionRecord;
    const fields = quickTargetProblems({
      ...entry,
      targetId: entry.targetId ?? '',
      path: entry.path ?? '',
      appid: entry.appid ?? '',
    });
    if (Object.keys(fields).length > 0)
      throw new ActionFailure({ code: codes.invalidInput, data: { fields } });
    if (record) {
      await dataProvider.update(RESOURCE, { id: record.id, data: entry, previousData: record });
    } else {
      const last = Math.min(STEP, ...others.map(({ sort }) => sort));
      await dataProvider.create(RESOURCE, {
        data: { ...entry, sort: last - STEP },
        meta: { idemKey },
      });
    }
    return entry.title;
  };
  return (
    <ActionDialog
      maxWidth="md"
      title={record ? t('editTitle', { title: record.title }) : t('create')}
    >
      <ActionForm
        fields={quickFunctionEntity.inputs}
        defaultValues={{ ...start }}
        run={run}
        done={title => t(record ? 'saved' : 'created', { title })}
        submit={<SubmitButton label={translate(record ? 'form.save' : 'form.create')} />}
      >
        <Box
          sx={{
            display: 'grid',
            columnGap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 284px' },
          }}
        >
          <QuickFunctionInputs />
          <QuickFunctionDraft records={others} record={record} />
        </Box>
      </ActionForm>
    </ActionDialog>
  );
};

/** All entries in their order, whatever the list around is searched for. */
const useQuickFunctions = (): QuickFunctionRecord[] => {
  const { data = [] } = useGetList<QuickFunctionRecord>(
    'templates/quick-functions',
    {
      pagination: { page: 1, perPage: MAX_PAGE_SIZE },
      sort: { field: 'sort', order: 'DESC' },
      filter: {},
    },
    { staleTime: 30_000 },
  );
  return data;
};

const NEW = 'new';

interface QuickFunctionDraftProps {
  records: readonly QuickFunctionRecord[];
  record: QuickFunctionRecord | undefined;
}

/** The home page with what is being written in its place. */
const QuickFunctionDraft = ({ records, record }: QuickFunctionDraftProps) => {
  const values = useWatch() as Partial<QuickFunctionRecord>;
  const id = record?.id ?? NEW;
  const draft = {
    ...record,
    ...values,
    platforms: values.platforms ?? [],
    startTime: values.startTime ?? null,
    endTime: values.endTime ?? null,
    id,
  } as QuickFunctionRecord;
  const shown = record ? records.map(one => (one.id === id ? draft : one)) : [...records, draft];
  return (
    <Box sx={{ display: { xs: 'none', md: 'block' }, pt: 1 }}>
      <HomeGridPreview records={shown} current={id} />
    </Box>
  );
};

const QuickFunctionInputs = () => {
  const { setValue } = useFormContext();
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '136px minmax(0, 1fr)', columnGap: 2 }}>
        <ImageUploadInput source="icon" scene="template" ratio="1 / 1" width={136} />
        <Box>
          <TextInput source="title" isRequired autoFocus fullWidth />
          <TextInput source="badge" fullWidth />
        </Box>
      </Box>
      <FormRow>
        <SelectInput
          source="targetType"
          choices={quickTargets}
          isRequired
          // The values of another kind of target do not apply.
          onChange={() => {
            for (const field of ['targetId', 'path', 'appid']) setValue(field, '');
          }}
        />
        <QuickFunctionTargetInput />
      </FormRow>
      <FormRow>
        <DateTimeInput source="startTime" />
        <DateTimeInput source="endTime" />
      </FormRow>
      <CheckboxGroupInput source="platforms" choices={quickPlatforms} />
    </Box>
  );
};

const references = {
  template: 'templates',
  category: 'categories',
  local_app: 'local-app-templates',
} as const;
const t = (key: string) => `resources.templates/quick-functions.${key}`;

/** What an entry leads to: a record, or an address. */
const QuickFunctionTargetInput = () => {
  const type = useWatch({ name: 'targetType' }) as QuickTarget;
  switch (type) {
    case 'template':
    case 'category':
    case 'local_app':
      return (
        <ReferenceInput key={type} source="targetId" reference={references[type]}>
          <AutocompleteInput isRequired />
        </ReferenceInput>
      );
    case 'mini_program':
      return (
        <Box>
          <TextInput source="appid" isRequired />
          <TextInput source="path" helperText={t('help.otherPath')} />
        </Box>
      );
    default:
      return (
        <TextInput
          key={type}
          source="path"
          label={t(type === 'url' ? 'fields.url' : 'fields.path')}
          helperText={t(type === 'url' ? 'help.url' : 'help.path')}
          isRequired
        />
      );
  }
};
