import MergeIcon from '@mui/icons-material/CallMerge';
import { Button } from '@mui/material';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetMany, useListContext, useNotify, useTranslate } from 'react-admin';
import { type Keyword } from '#contract/keyword.ts';
import { z } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, SubmitButton } from '../../kit/action/ActionForm.tsx';
import { CloseContext } from '../../kit/action/DialogContext.tsx';
import { RecordNames } from '../../kit/action/RecordNames.tsx';
import { type RecordOf, useDataProvider, useTexts } from '../../kit/base/hooks.ts';
import { RadioButtonGroupInput } from '../../kit/form/inputs.tsx';

/** Makes one of the selected keywords. */
export const KeywordMergeButton = () => {
  const translate = useTranslate();
  const notify = useNotify();
  const { selectedIds, onUnselectItems } = useListContext();
  const [ids, setIds] = useState<string[] | null>(null);
  const start = () => {
    if (selectedIds.length < 2)
      return notify('resources.keywords.merge.atLeast', { type: 'warning' });
    if (selectedIds.length > MOST_MERGED)
      return notify('resources.keywords.merge.tooMany', {
        type: 'warning',
        messageArgs: { count: MOST_MERGED },
      });
    setIds(selectedIds.map(String));
  };
  return (
    <>
      <Button size="small" startIcon={<MergeIcon />} onClick={start}>
        {translate('resources.keywords.merge.action')}
      </Button>
      <CloseContext value={() => setIds(null)}>
        {ids && <KeywordMergeDialog ids={ids} onMerged={() => onUnselectItems()} />}
      </CloseContext>
    </>
  );
};

/** The server checks which one is allowed. */
const fields = { toId: z.string().min(1) };
/** At most twenty. */
const MOST_MERGED = 21;

/** One of several words stays; the others become its aliases. */
const KeywordMergeDialog = ({ ids, onMerged }: { ids: string[]; onMerged: () => void }) => {
  const t = useTexts('resources.keywords.merge');
  const { invoke } = useDataProvider();
  const queryClient = useQueryClient();
  const { data: words = [], isPending } = useGetMany<RecordOf<Keyword>>('keywords', { ids });
  const usages = useQueries({
    queries: ids.map(id => ({
      queryKey: ['keywords', 'getUsage', id],
      queryFn: () => invoke('keyword', 'getUsage', { _id: id }),
      staleTime: 0,
    })),
  });
  const choices = words.filter(Boolean).map(({ id, word }) => {
    const templates = usages[ids.indexOf(id)]?.data?.templates;
    return {
      id,
      name: templates === undefined ? word : t('option', { word, count: templates }),
    };
  });
  const wordOf = (id: string) => words.find(word => word?.id === id)?.word ?? '';
  return (
    <ActionDialog texts="resources.keywords.merge" values={{ count: ids.length }}>
      <ActionForm
        facts={
          <>
            <RecordNames records={ids.map(id => words.find(word => word?.id === id) ?? { id })} />
            {t('facts')}
          </>
        }
        fields={fields}
        defaultValues={{ toId: '' }}
        run={async ({ toId }) => {
          const { templates } = await invoke('keyword', 'mergeKeywords', {
            fromIds: ids.filter(id => id !== toId),
            toId,
          });
          return { templates, word: wordOf(toId) };
        }}
        done={({ templates, word }) => t('done', { word, count: templates })}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: ['templates'] });
          onMerged();
        }}
        submit={<SubmitButton danger />}
      >
        <RadioButtonGroupInput
          source="toId"
          label={t('toId')}
          choices={choices}
          isPending={isPending}
          row={false}
        />
      </ActionForm>
    </ActionDialog>
  );
};
