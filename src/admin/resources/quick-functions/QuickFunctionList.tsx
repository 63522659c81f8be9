import { useTranslate } from 'react-admin';
import { quickTargets } from '#contract/quickFunction.ts';
import { enabledStatuses } from '#contract/category.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { QuickFunctionBoard } from './QuickFunctionBoard.tsx';
import { QuickFunctionCreateButton } from './QuickFunctionCreateButton.tsx';

export const QuickFunctionList = () => {
  const translate = useTranslate();
  const board = <QuickFunctionBoard />;
  return (
    <RecordList
      whole
      withCounts
      sort={{ field: 'sort', order: 'DESC' }}
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.templates/quick-functions.search')} />}
      filters={<ChoiceFilter source="targetType" choices={quickTargets} />}
      toolbar={<QuickFunctionCreateButton />}
      table={board}
      cards={board}
    />
  );
};
