import { useTranslate } from 'react-admin';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { ReferenceFilter } from '../../kit/list/ReferenceFilter.tsx';

export const LocalAppFilters = () => {
  const translate = useTranslate();
  return (
    <>
      <ReferenceFilter
        source="categoryId"
        reference="local-app-categories"
        name="name"
        sort={{ field: 'sort', order: 'DESC' }}
      />
      <ChoiceFilter
        source="isRecommend"
        choices={{
          true: { label: translate('resources.local-app-templates.recommendOnly') },
          false: { label: translate('resources.local-app-templates.notRecommended') },
        }}
        parse={value => value === 'true'}
      />
    </>
  );
};
