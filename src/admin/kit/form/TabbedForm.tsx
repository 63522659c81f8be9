import { Card } from '@mui/material';
import { FormTab, TabbedFormView, type TabbedFormViewProps } from 'react-admin';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';

export interface TabbedFormProps extends RecordFormProps, Pick<TabbedFormViewProps, 'sx' | 'tabs'> {
  /** Forms here have no addresses below their own. */
  syncWithLocation?: false;
}

/** react-admin's `TabbedForm` as a `RecordForm`. Which tab is open is no part of the address. */
const Tabbed = ({ syncWithLocation = false, sx, tabs, children, ...form }: TabbedFormProps) => (
  <RecordForm {...form}>
    <Card>
      <TabbedFormView
        syncWithLocation={syncWithLocation}
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
