import { Box } from '@mui/material';
import { useState } from 'react';
import {
  Create as RaCreate,
  type CreateProps as RaCreateProps,
  useResourceDefinition,
} from 'react-admin';
import { ExactAddress } from '../base/ExactAddress.tsx';
import { type FormWidth, formWidths } from './formWidths.ts';
import { SavedContext } from './SavedContext.ts';

export interface CreateProps extends RaCreateProps {
  width?: FormWidth;
}

/**
 * react-admin's `Create`. One key for all attempts, so that a repeated click or a retry makes one record. The card
 * belongs to the form's sections.
 */
export const Create = ({
  width = 'narrow',
  mutationOptions: { onSuccess, onError, meta, ...mutationOptions } = {},
  ...props
}: CreateProps) => {
  const { hasEdit, hasShow } = useResourceDefinition(props);
  const { redirect = hasEdit ? 'edit' : hasShow ? 'show' : 'list' } = props;
  const [idemKey] = useState(() => crypto.randomUUID());
  return (
    <ExactAddress>
      <Box sx={{ maxWidth: formWidths[width] }}>
        <SavedContext value={{ redirect, onSuccess, onError }}>
          <RaCreate
            mutationMode="pessimistic"
            actions={false}
            component={Box}
            // The page around has asked already.
            disableAuthentication
            {...props}
            redirect={redirect}
            mutationOptions={{ ...mutationOptions, meta: { idemKey, ...meta } }}
          />
        </SavedContext>
      </Box>
    </ExactAddress>
  );
};
