import { Alert, Box, Button, Chip, Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { SaveButton, SelectArrayInput, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import {
  compensationActions,
  compensationEntity,
  type CompensationKind,
  compensationKinds,
  compensationTargets,
  type CompensationWish,
} from '#contract/compensation.ts';
import { taskErrorChoices } from '#contract/task.ts';
import { userChannels } from '#contract/user.ts';
import { z } from '#contract/zod.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { compensations } from '#i18n/zh/compensations.ts';
import { formatCount } from '../../../shared/count.ts';
import { useDataProvider, useSettled, useTexts } from '../../kit/base/hooks.ts';
import { typedLastDay } from '../../kit/base/typedKinds.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  choicesOf,
  DateInput,
  DateTimeInput,
  NumberInput,
  RadioButtonGroupInput,
  SelectInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { AutocompleteInput, ReferenceInput } from '../../kit/form/ReferenceInput.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { Toolbar } from '../../kit/form/Toolbar.tsx';
import { nameOfUser } from '../user-link/parts.ts';

addTexts({ compensations });

const NEWEST = { field: 'createTime', order: 'DESC' } as const;
const counted = { expectCount: z.int().min(1) };

/** Whom it is for is decided as the preview shows it; what has changed since is counted anew. */
export const CompensationCreate = () => {
  const queries = useQueryClient();
  return (
    <Create
      redirect="show"
      transform={requestOf}
      mutationOptions={{ onError: () => void queries.invalidateQueries({ queryKey: previewKey }) }}
    >
      <SimpleForm
        entity={compensationEntity}
        rules={counted}
        toolbar={
          <Toolbar>
            <SaveButton label="resources.compensations.submit" alwaysEnable icon={<Box />} />
          </Toolbar>
        }
        defaultValues={{ what: 'credits', target: 'users', amount: null }}
      >
        <WhatInputs />
        <TargetInputs />
        <WhyInputs />
        <CompensationPreview />
      </SimpleForm>
    </Create>
  );
};

const useWhat = () => useWatch({ name: 'what' }) as CompensationKind | undefined;

const WhatInputs = () => {
  const t = useTexts('resources.compensations.fields');
  const what = useWhat();
  return (
    <FormSection name="what">
      <RadioButtonGroupInput source="what" choices={compensationKinds} isRequired />
      {what === 'credits' && <NumberInput source="amount" label={t('amountCredits')} isRequired />}
      {what === 'membership' && (
        <FormRow>
          <NumberInput source="amount" label={t('amountDays')} isRequired />
          <ReferenceInput source="packageId" reference="packages" filter={{ type: 'membership' }} />
        </FormRow>
      )}
    </FormSection>
  );
};

const TargetInputs = () => {
  const what = useWhat();
  const target = useWatch({ name: 'target' }) as string | undefined;
  const userIds = useWatch({ name: 'userIds' }) as string[] | null | undefined;
  const isOfTasks = what === 'retry' || target === 'tasks';
  return (
    <FormSection name="target">
      {what !== 'retry' && (
        <RadioButtonGroupInput source="target" choices={compensationTargets} isRequired />
      )}
      {isOfTasks && <TaskInputs />}
      {!isOfTasks && (userIds ? <ChosenUsers count={userIds.length} /> : <UserInputs />)}
    </FormSection>
  );
};

const ChosenUsers = ({ count }: { count: number }) => {
  const t = useTexts('resources.compensations');
  const { setValue } = useFormContext();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Chip label={t('chosen', { count })} />
      <Button size="small" onClick={() => setValue('userIds', null)}>
        {t('unchoose')}
      </Button>
    </Box>
  );
};

/** Both ends of a range of days. */
const DayRange = ({ source }: { source: string }) => {
  const t = useTexts('resources.compensations');
  const label = t(`fields.${source}`);
  return (
    <FormRow>
      <DateInput source={`${source}.from`} label={t('from', { label })} />
      <DateInput source={`${source}.to`} label={t('to', { label })} kind={typedLastDay} />
    </FormRow>
  );
};

const UserInputs = () => (
  <>
    <FormRow>
      <ReferenceInput
        source="users.packageId"
        reference="packages"
        filter={{ type: 'membership' }}
      />
      <SelectInput source="users.channel" choices={userChannels} />
    </FormRow>
    <FormRow>
      <TextInput source="users.tags" />
      <TextInput source="q" />
    </FormRow>
    <DayRange source="users.createTime" />
    <DayRange source="users.lastActiveTime" />
  </>
);

const TaskInputs = () => {
  const t = useTexts('resources.compensations');
  const label = t('fields.tasks.createTime');
  return (
    <>
      <FormRow>
        <DateTimeInput source="tasks.createTime.from" label={t('from', { label })} isRequired />
        <DateTimeInput source="tasks.createTime.to" label={t('to', { label })} />
      </FormRow>
      <FormRow>
        <ReferenceInput source="tasks.templateId" reference="templates" />
        <ReferenceInput source="tasks.apiKeyId" reference="api-keys" sort={NEWEST} />
      </FormRow>
      <FormRow>
        <SelectArrayInput source="tasks.errorCode" choices={choicesOf(taskErrorChoices)} />
        <ReferenceInput source="tasks.userId" reference="users" sort={NEWEST}>
          <AutocompleteInput optionText={nameOfUser} />
        </ReferenceInput>
      </FormRow>
    </>
  );
};

const WhyInputs = () => {
  const what = useWhat();
  return (
    <FormSection name="why">
      <TextInput source="reason" isRequired fullWidth />
      {what === 'credits' && <TextInput source="userNote" fullWidth />}
    </FormSection>
  );
};

const previewKey = ['compensations', 'preview'];
const PAUSE_MS = 400;

const { input } = compensationActions.previewCompensation;

/** How many would be helped, and with how much together; what it has counted is sent along. */
const CompensationPreview = () => {
  const t = useTexts('resources.compensations.preview');
  const translate = useTranslate();
  const { setValue, control } = useFormContext();
  const typed = JSON.stringify(wishOf(useWatch({ control })));
  const settled = useSettled(typed, PAUSE_MS);
  const wish = input.safeParse(JSON.parse(settled)).data;
  const isReady =
    wish !== undefined &&
    (wish.what === 'retry' || Boolean(wish.amount)) &&
    (wish.target === 'users' || wish.tasks?.createTime?.from !== undefined);
  const { invoke } = useDataProvider();
  const { data, error, isFetching } = useQuery({
    queryKey: [...previewKey, settled],
    queryFn: () => invoke('adminCompensation', 'previewCompensation', wish!),
    enabled: isReady,
    gcTime: 0,
    retry: false,
  });
  const isKnown = isReady && typed === settled && !isFetching;
  const shown = isKnown && !error ? data : undefined;
  const fits = shown && shown.count > 0 && shown.count <= shown.most;
  useEffect(() => {
    setValue('expectCount', fits ? shown.count : null);
  }, [setValue, fits, shown]);

  const content = () => {
    if (!isReady) return <Quiet>{t('incomplete')}</Quiet>;
    if (error && isKnown) return <Alert severity="error">{translate(error.message)}</Alert>;
    if (!shown) return <Skeleton height={40} aria-label={t('waiting')} />;
    const { count, most, sum, names } = shown;
    if (count === 0) return <Alert severity="info">{t('none')}</Alert>;
    if (count > most)
      return <Alert severity="warning">{t('tooMany', { most: formatCount(most) })}</Alert>;
    return (
      <>
        <Box sx={{ fontWeight: 600 }}>
          {t(wish.what === 'retry' ? 'tasks' : 'users', { count: formatCount(count) })}
        </Box>
        <Box>{t(`sum.${wish.what}`, { sum: formatCount(sum) })}</Box>
        <Quiet small>{t('names', { names: names.join('、') })}</Quiet>
      </>
    );
  };
  return (
    <FormSection name="preview">
      <Box role="status">{content()}</Box>
    </FormSection>
  );
};

type Values = Record<string, unknown>;

/** Without what was left empty. */
const filled = (value: unknown): unknown => {
  if (value === null || value === '' || value === undefined) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value !== 'object') return value;
  const parts = Object.entries(value)
    .map(([name, part]) => [name, filled(part)] as const)
    .filter(([, part]) => part !== undefined);
  return parts.length > 0 ? Object.fromEntries(parts) : undefined;
};

/** What the form says, without what does not belong to the kind and the target that were chosen. */
const wishOf = (values: Values): Partial<CompensationWish> => {
  const { what, amount, target, userIds, users, q, tasks } = values;
  const forTasks = what === 'retry' || target === 'tasks';
  const chosen = userIds ? { userIds } : { users, q };
  return (filled({
    what,
    target: forTasks ? 'tasks' : target,
    ...(what !== 'retry' && { amount }),
    ...(forTasks ? { tasks } : chosen),
  }) ?? {}) as Partial<CompensationWish>;
};

/** The same with its reasons, as it is sent. */
const requestOf = (values: Values): Values => {
  const { what, packageId, reason, userNote, expectCount } = values;
  return {
    ...wishOf(values),
    ...(what === 'membership' && packageId ? { packageId } : {}),
    reason,
    ...(what === 'credits' && userNote ? { userNote } : {}),
    expectCount,
  };
};
