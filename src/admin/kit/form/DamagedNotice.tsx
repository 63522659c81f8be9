import { Alert } from '@mui/material';
import { useResourceContext, useTranslate } from 'react-admin';
import type { Damaged } from '#dataProvider/damaged.ts';
import { useFieldNames } from '../base/useFieldNames.ts';

export interface DamagedNoticeProps {
  record: Damaged;
  /** Whether the page can repair it. */
  editable: boolean;
}

/** Above a record that breaks its contract: what is wrong, and what to do. */
export const DamagedNotice = ({ record, editable }: DamagedNoticeProps) => {
  const translate = useTranslate();
  const namesOf = useFieldNames(useResourceContext() ?? '');
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate(editable ? 'form.damaged.edit' : 'form.damaged.show', {
        fields: namesOf(record.damaged),
      })}
    </Alert>
  );
};
