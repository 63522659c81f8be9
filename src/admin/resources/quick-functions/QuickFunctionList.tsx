import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { quickTargets } from '#contract/quickFunction.ts';
import { NewDialogButton } from '../../kit/action/NewDialogButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { QuickFunctionBoard } from './QuickFunctionBoard.tsx';
import { QuickFunctionDialog } from './QuickFunctionDialog.tsx';

export const QuickFunctionList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      whole
      withCounts
      sort={{ field: 'sort', order: 'DESC' }}
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput />}
      filters={<ChoiceFilter source="targetType" choices={quickTargets} />}
      toolbar={
        <NewDialogButton
          label={translate('ra.action.create')}
          dialog={<QuickFunctionDialog />}
          sx={{ minHeight: { xs: 36, sm: 0 } }}
        />
      }
      table={<QuickFunctionBoard />}
    />
  );
};
