import { useQueries, useQueryClient } from '@tanstack/react-query';
import { RadioButtonGroupInput, useGetMany } from 'react-admin';
import type { Keyword } from '#contract/keyword.ts';
import { z } from '#contract/zod.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { type RecordOf, useInvoke, useTexts } from '../../kit/base/hooks.ts';

/** The server checks which one is allowed. */
const fields = { toId: z.string().min(1) };
/** At most twenty. */
export const MOST_MERGED = 21;

export interface KeywordMergeDialogProps {
  ids: string[];
  onMerged: () => void;
}

/** One of several words stays; the others become its aliases. */
export const KeywordMergeDialog = ({ ids, onMerged }: KeywordMergeDialogProps) => {
  const t = useTexts('resources.keywords.merge');
  const invoke = useInvoke();
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
    <ActionDialog
      texts="resources.keywords.merge"
      values={{ count: ids.length }}
      fields={fields}
      defaults={{ toId: '' }}
      danger
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
    >
      <RadioButtonGroupInput
        source="toId"
        label={t('toId')}
        choices={choices}
        isPending={isPending}
        row={false}
      />
    </ActionDialog>
  );
};
