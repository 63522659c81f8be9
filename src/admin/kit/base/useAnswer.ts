import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ActionData, ActionName, ActionOutput, FunctionName } from '#dataProvider/invoke.ts';
import { useDataProvider } from './hooks.ts';

type Asked<F extends FunctionName, A extends ActionName<F>> = Partial<
  UseQueryOptions<ActionOutput<F, A>>
> & { data: ActionData<F, A> };

/** What an action answers; kept under its name and what was asked, unless a `queryKey` says otherwise. */
export const useAnswer = <F extends FunctionName, A extends ActionName<F>>(
  name: F,
  action: A,
  { data, ...options }: Asked<F, A>,
) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: [name, action, data],
    queryFn: () => invoke(name, action, data),
    ...options,
  });
};
