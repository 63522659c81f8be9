import { useTranslate } from 'react-admin';
import { useFormState, useWatch } from 'react-hook-form';
import {
  packageChannels,
  packageEntity,
  packageStatuses,
  packageTypes,
} from '#contract/package.ts';
import { Beside } from '../../kit/base/Beside.tsx';
import { StatusField } from '../../kit/field/valueFields.tsx';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import {
  CheckboxGroupInput,
  MoneyInput,
  NumberInput,
  RadioButtonGroupInput,
  TextArrayInput,
  TextInput,
} from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { EnabledButton } from '../../kit/list/EnabledButton.tsx';
import { AuditTrail } from '../audit-logs/parts.ts';
import { PackageCopyPanel } from './PackageCopyPanel.tsx';
import { PackageDeleteButton } from './PackageDeleteButton.tsx';
import { PackageSalesPanel } from './PackageSalesPanel.tsx';

export const PackageCreate = () => (
  <Create redirect="edit">
    <SimpleForm entity={packageEntity}>
      <PackageInputs />
    </SimpleForm>
  </Create>
);

export const PackageEdit = () => (
  <Edit width="full">
    <SimpleForm entity={packageEntity}>
      <RecordHeader status={<StatusField choices={packageStatuses} />} actions={<PackageActs />} />
      <Beside
        width={320}
        aside={
          <>
            <PackageSalesPanel />
            <PackageCopyPanel />
            <AuditTrail />
          </>
        }
      >
        <PackageInputs />
      </Beside>
    </SimpleForm>
  </Edit>
);

/** The form starts anew from what they change, so that what is not saved yet would be lost. */
const PackageActs = () => {
  const translate = useTranslate();
  const { dirtyFields } = useFormState();
  const isUnsaved = Object.keys(dirtyFields).length > 0;
  const disabledReason = isUnsaved ? translate('action.saveFirst') : undefined;
  return (
    <>
      <PackageDeleteButton variant="text" redirect="list" disabledReason={disabledReason} />
      <EnabledButton asks variant="outlined" disabledReason={disabledReason} />
    </>
  );
};

const PackageInputs = () => {
  const [type, payChannels] = useWatch({ name: ['type', 'payChannels'] }) as [
    string,
    string[] | undefined,
  ];
  return (
    <>
      <FormSection name="basic">
        <FormRow>
          <TextInput source="name" isRequired />
          <TextInput source="badge" />
        </FormRow>
        <RadioButtonGroupInput source="type" choices={packageTypes} isRequired />
        <NumberInput source="sort" />
      </FormSection>
      <FormSection name="contents">
        <FormRow columns={type === 'membership' ? 3 : 2}>
          <NumberInput source="credits" />
          <NumberInput source="giftCredits" />
          {type === 'membership' && <NumberInput source="days" isRequired />}
        </FormRow>
        <TextArrayInput source="benefits" fullWidth />
      </FormSection>
      <FormSection name="price">
        <FormRow>
          <MoneyInput source="priceFen" />
          <MoneyInput source="originPriceFen" />
        </FormRow>
        <NumberInput source="limitPerUser" />
      </FormSection>
      <FormSection name="channels">
        <CheckboxGroupInput source="payChannels" choices={packageChannels} />
        {payChannels?.includes('virtual') && <TextInput source="productId" isRequired />}
      </FormSection>
    </>
  );
};
