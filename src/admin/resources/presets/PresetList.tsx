import { useTranslate } from 'react-admin';
import { enabledStatuses } from '#contract/category.ts';
import { CardList } from '../../kit/list/CardList.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { NamesField } from '../../kit/field/NamesField.tsx';
import { RecordCard } from '../../kit/list/RecordCard.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { PresetDefaultButton } from './PresetDefaultButton.tsx';
import { PresetNameField } from './PresetNameField.tsx';
import { PresetTable } from './PresetTable.tsx';

export const PresetList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'sort', order: 'DESC' }}
      withCounts
      tabs={<StatusTabs choices={enabledStatuses} />}
      search={<SearchInput placeholder={translate('resources.templates/presets.search')} />}
      filters={<PresetFilters />}
      table={<PresetTable />}
      cards={
        <CardList>
          <RecordCard
            title={<PresetNameField />}
            status={<StatusField choices={enabledStatuses} />}
            facts={<NamesField source="templateId" reference="templates" name="name" />}
            actions={<PresetDefaultButton />}
          />
        </CardList>
      }
    />
  );
};

const PresetFilters = () => {
  const translate = useTranslate();
  const isTrue = (value: string) => value === 'true';
  const flag = (name: string) => ({
    true: { label: translate(`resources.templates/presets.filter.${name}`) },
    false: { label: translate(`resources.templates/presets.filter.${name}Not`) },
  });
  return (
    <>
      <ReferenceFilter
        source="templateId"
        reference="templates"
        name="name"
        sort={{ field: 'sort', order: 'DESC' }}
      />
      <ChoiceFilter source="isDefault" choices={flag('isDefault')} parse={isTrue} />
      <ChoiceFilter source="needsReview" choices={flag('needsReview')} parse={isTrue} />
    </>
  );
};
