import { Box } from '@mui/material';
import { useState } from 'react';
import { Create } from 'react-admin';
import { ExactAddress } from '../base/ExactAddress.tsx';
import { type FormWidth, formWidths } from './formWidths.ts';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';

export interface RecordCreateProps extends RecordFormProps {
  width?: FormWidth;
}

/** A create page. One key for all attempts, so that a repeated click or a retry makes one record. */
export const RecordCreate = ({ width = 'narrow', ...form }: RecordCreateProps) => {
  const [idemKey] = useState(() => crypto.randomUUID());
  return (
    <ExactAddress>
      <Box sx={{ maxWidth: formWidths[width] }}>
        <Create
          mutationMode="pessimistic"
          mutationOptions={{ meta: { idemKey } }}
          redirect={false}
          actions={false}
          component={Box}
        >
          <RecordForm {...form} />
        </Create>
      </Box>
    </ExactAddress>
  );
};
