import { Alert, Card } from '@mui/material';
import { roleEntity } from '#contract/role.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { MoneyInput, NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { CopyRoleButton } from './CopyRoleButton.tsx';
import { RightList } from './RightList.tsx';
import { RightsInput } from './RightsInput.tsx';
import type { RoleRecord } from './useRole.ts';

export const RoleCreate = () => (
  <Create redirect="list">
    <SimpleForm entity={roleEntity}>
      <RoleInputs />
    </SimpleForm>
  </Create>
);

export const RoleEdit = () => (
  <Edit redirect="list">
    <RoleOnPage />
  </Edit>
);

/** A standard one, and one's own, are only read. */
const RoleOnPage = () => {
  const t = useTexts('resources.administrators/roles');
  const { role: own } = usePermissionsOfTab();
  const record = useRecord<RoleRecord>();
  const { id, isStandard, description } = record;
  if (!isStandard && id !== own)
    return (
      <SimpleForm entity={roleEntity}>
        <RecordHeader actions={<RoleActions />} />
        <RoleInputs />
      </SimpleForm>
    );
  return (
    <>
      <RecordHeader actions={<CopyRoleButton variant="text" />} />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t(isStandard ? 'standardNotice' : 'ownNotice')}
      </Alert>
      <Card sx={{ p: 2, display: 'grid', gap: 2 }}>
        {description}
        <RightList {...record} />
      </Card>
    </>
  );
};

const RoleActions = () => (
  <>
    <CopyRoleButton variant="text" />
    <DeleteButton variant="text" redirect="list" />
  </>
);

const RoleInputs = () => (
  <>
    <FormSection name="about">
      <TextInput source="name" isRequired fullWidth />
      <TextInput source="description" multiline fullWidth />
    </FormSection>
    <FormSection name="rights">
      <RightsInput source="rights" />
    </FormSection>
    <FormSection name="limits">
      <FormRow>
        <MoneyInput source="refundLimitFen" />
        <MoneyInput source="refundDayFen" />
      </FormRow>
      <FormRow>
        <NumberInput source="creditLimit" />
        <NumberInput source="creditDayLimit" />
      </FormRow>
      <FormRow>
        <NumberInput source="memberDaysLimit" />
        <NumberInput source="memberDaysDayLimit" />
      </FormRow>
    </FormSection>
  </>
);
