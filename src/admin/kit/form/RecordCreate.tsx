import { Box } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Create } from 'react-admin';

/** A create page. One key for all attempts, so that a repeated click or a retry makes one record. */
export const RecordCreate = ({ children }: { children: ReactNode }) => {
  const [idemKey] = useState(() => crypto.randomUUID());
  return (
    <Create
      mutationMode="pessimistic"
      mutationOptions={{ meta: { idemKey } }}
      redirect={false}
      actions={false}
      component={Box}
    >
      {children}
    </Create>
  );
};
