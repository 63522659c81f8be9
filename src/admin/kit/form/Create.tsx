import { Box } from '@mui/material';
import { useState } from 'react';
import { Create as RaCreate, type CreateProps as RaCreateProps } from 'react-admin';
import { type FormWidth, formWidths } from './formWidths.ts';

export interface CreateProps extends RaCreateProps {
  width?: FormWidth;
}

/**
 * react-admin's `Create`. One key for all attempts, so that a repeated click or a retry makes one record. The card
 * belongs to the form's sections.
 */
export const Create = ({
  width = 'narrow',
  mutationOptions: { meta, ...mutationOptions } = {},
  ...props
}: CreateProps) => {
  const [idemKey] = useState(() => crypto.randomUUID());
  return (
    <Box sx={{ maxWidth: formWidths[width] }}>
      <RaCreate
        mutationMode="pessimistic"
        actions={false}
        component={Box}
        // The page around has asked already.
        disableAuthentication
        {...props}
        mutationOptions={{ ...mutationOptions, meta: { idemKey, ...meta } }}
      />
    </Box>
  );
};
