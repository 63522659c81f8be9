import { useTranslate } from 'react-admin';
import { suspended, templateEngines } from '#contract/template.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';

export const TemplateFilters = () => {
  const translate = useTranslate();
  return (
    <>
      <ReferenceFilter
        source="categoryIds"
        reference="categories"
        name="name"
        sort={{ field: 'sort', order: 'DESC' }}
      />
      <ReferenceFilter
        source="keywordIds"
        reference="keywords"
        name="word"
        sort={{ field: 'weight', order: 'DESC' }}
      />
      <ChoiceFilter source="engine" choices={templateEngines} />
      <ChoiceFilter source="suspended" choices={{ true: suspended }} parse={() => true} />
      <ChoiceFilter
        source="isRecommend"
        choices={{
          true: { label: translate('resources.templates.recommendOnly') },
          false: { label: translate('resources.templates.notRecommended') },
        }}
        parse={value => value === 'true'}
      />
    </>
  );
};
