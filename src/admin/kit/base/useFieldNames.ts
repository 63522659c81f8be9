import { useTranslateLabel } from 'react-admin';

/** The fields of a resource by the names that people know them by, in one sentence. */
export const useFieldNames = (resource: string) => {
  const labelOf = useTranslateLabel();
  return (fields: readonly string[]) =>
    fields.map(source => String(labelOf({ source, resource }) ?? source)).join('、');
};
