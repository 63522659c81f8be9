import { SelectInput, useGetList, useRecordContext, useTranslate } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';

interface Parent {
  id: string;
  name: string;
}

/** Two levels: only a category of the first level may be a parent. */
export const CategoryParentInput = ({ helperText }: { helperText: string }) => {
  const translate = useTranslate();
  const record = useRecordContext();
  const { data = [] } = useGetList<Parent>('categories', {
    pagination: { page: 1, perPage: MAX_PAGE_SIZE },
    sort: { field: 'sort', order: 'DESC' },
    filter: {},
  });
  const parents = data.filter(
    parent => parent.id !== record?.id && !(parent as Parent & { parentId?: string }).parentId,
  );
  return (
    <SelectInput
      source="parentId"
      choices={parents}
      optionText="name"
      translateChoice={false}
      emptyText={translate('resources.categories.topLevel')}
      helperText={helperText}
      slotProps={{ select: { displayEmpty: true } }}
      parse={(value: string | null) => value ?? ''}
    />
  );
};
