import { Card } from '@mui/material';
import { FormTab, TabbedFormView, type TabbedFormViewProps } from 'react-admin';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';

export interface TabbedFormProps
  extends RecordFormProps, Pick<TabbedFormViewProps, 'syncWithLocation' | 'sx' | 'tabs'> {}

/** react-admin's `TabbedForm` as a `RecordForm`. Which tab is open is no part of the address, unless asked for. */
const Tabbed = ({ syncWithLocation, sx, tabs, children, ...form }: TabbedFormProps) => (
  <RecordForm {...form}>
    <Card>
      <TabbedFormView
        {...(syncWithLocation !== undefined && { syncWithLocation })}
        {...(sx && { sx })}
        {...(tabs && { tabs })}
        toolbar={false}
      >
        {children}
      </TabbedFormView>
    </Card>
  </RecordForm>
);

export const TabbedForm = Object.assign(Tabbed, { Tab: FormTab });
