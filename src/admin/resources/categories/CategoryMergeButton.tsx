import MergeIcon from '@mui/icons-material/CallMerge';
import { Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AutocompleteInput, useTranslate } from 'react-admin';
import type { Category } from '#contract/category.ts';
import { z } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useAllRecords } from '../../kit/list/useAllRecords.ts';

export interface CategoryMergeButtonProps {
  variant?: 'icon' | 'text';
  onMerged?: () => void;
}

export const CategoryMergeButton = ({ variant, onMerged }: CategoryMergeButtonProps) => {
  const t = useTexts('resources.categories.merge');
  const record = useRecord<Category>();
  return (
    <RecordButton
      right="templates.write"
      variant={variant}
      icon={<MergeIcon fontSize="small" />}
      action={t('action')}
      label={t('of', { name: record.name })}
      dialog={<CategoryMergeDialog {...(onMerged && { onMerged })} />}
    />
  );
};

/** The server checks which one is allowed. */
const fields = { toId: z.string().min(1) };
/** Moves everything from one category to another; confirms with the numbers, because it cannot be undone. */
const CategoryMergeDialog = ({ onMerged }: { onMerged?: () => void }) => {
  const translate = useTranslate();
  const t = useTexts('resources.categories.merge');
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const { id, name } = useRecord<Category>();
  const usage = useQuery({
    queryKey: ['adminCategory', 'getUsage', { _id: id }],
    queryFn: () => invoke('adminCategory', 'getUsage', { _id: id }),
    staleTime: 0,
  });
  const all = useAllRecords<Category>('categories', {
    sort: { field: 'sort', order: 'DESC' },
  });
  // A category with children can only be merged into one of the first level.
  const needsTop = (usage.data?.children ?? 0) > 0;
  const choices = (all ?? []).filter(one => one.id !== id && !(needsTop && one.parentId !== ''));
  const nameOf = (key: unknown) => choices.find(one => one.id === key)?.name ?? '';
  const count = usage.data?.templates;
  return (
    <ActionDialog texts="resources.categories.merge" values={{ name }}>
      <ActionForm
        facts={
          usage.data ? <MergeFacts name={name} {...usage.data} /> : <UsagePending {...usage} />
        }
        fields={fields}
        defaultValues={{ toId: '' }}
        run={async ({ toId }) => {
          const answer = await invoke('adminCategory', 'mergeCategory', { fromId: id, toId });
          return { ...answer, into: nameOf(toId) };
        }}
        done={({ templates, into }) => t('done', { name, into, count: templates })}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: ['templates'] });
          onMerged?.();
        }}
        submit={<SubmitButton label={t(count ? 'submitCount' : 'submit', { count })} danger />}
      >
        <AutocompleteInput
          source="toId"
          label={t('into')}
          choices={choices}
          optionText={(one: RecordOf<Category>) =>
            t('option', { name: one.name, count: one.templateCount ?? 0 })
          }
          isPending={all === undefined}
          helperText={needsTop ? t('topOnly') : false}
          noOptionsText={translate('form.noOption')}
          fullWidth
          isRequired
        />
      </ActionForm>
    </ActionDialog>
  );
};

interface MergeFactsProps {
  name: string;
  templates: number;
  children: number;
  quickFunctions: number;
}

const MergeFacts = ({ name, templates, children, quickFunctions }: MergeFactsProps) => {
  const t = useTexts('resources.categories.merge');
  const moved = Object.entries({ templates, children, quickFunctions })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => t(`moved.${what}`, { count }));
  return (
    <>
      {moved.length > 0 ? t('facts', { name, moved: moved.join('、') }) : t('factsEmpty', { name })}
    </>
  );
};

const UsagePending = ({ error }: { error: Error | null }) =>
  error ? <>{error.message}</> : <Skeleton width="80%" />;
