import { Alert, Box, Card, Checkbox, FormControlLabel, FormHelperText } from '@mui/material';
import { InputHelperText, useInput, useTranslateLabel } from 'react-admin';
import { FULL_ROLE } from '#contract/constants.ts';
import { type Area, areas, type Right, withReading } from '#contract/rights/rights.ts';
import { noLimits } from '#contract/rights/roles.ts';
import { type Role, roleEntity } from '#contract/role.ts';
import { DeleteButton } from '../../kit/action/DeleteButton.tsx';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Create } from '../../kit/form/Create.tsx';
import { Edit } from '../../kit/form/Edit.tsx';
import { FieldInputs } from '../../kit/form/FieldInputs.tsx';
import { FormSection } from '../../kit/form/FormSection.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { RecordHeader } from '../../kit/form/RecordHeader.tsx';
import { SimpleForm } from '../../kit/form/SimpleForm.tsx';
import { CopyRoleButton } from './CopyRoleButton.tsx';
import { RightList } from './RightList.tsx';

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

/** One's own, and the full one, are only read; of another standard one the limits can be changed. */
const RoleOnPage = () => {
  const t = useTexts('resources.administrators/roles');
  const { role: own } = usePermissionsOfTab();
  const record = useRecord<Role>();
  const { id, isStandard, description, rights } = record;
  const isOwn = id === own;
  if (!isStandard && !isOwn)
    return (
      <SimpleForm entity={roleEntity}>
        <RecordHeader actions={<RoleActions />} />
        <RoleInputs />
      </SimpleForm>
    );
  const isRead = isOwn || id === FULL_ROLE;
  const facts = (
    <>
      <RecordHeader actions={<CopyRoleButton variant="text" />} />
      <Alert severity="info" sx={{ mb: 2 }}>
        {t(isOwn ? 'ownNotice' : isRead ? 'fullNotice' : 'standardNotice')}
      </Alert>
      <Card sx={{ p: 2, mb: 2, display: 'grid', gap: 2 }}>
        {description}
        <RightList {...(isRead ? record : { rights, ...noLimits })} />
      </Card>
    </>
  );
  if (isRead) return facts;
  return (
    <SimpleForm entity={roleEntity}>
      {facts}
      <LimitInputs />
    </SimpleForm>
  );
};

const RoleActions = () => (
  <>
    <CopyRoleButton variant="text" />
    <DeleteButton variant="text" redirect="list" />
  </>
);

const limits = Object.keys(noLimits);

const RoleInputs = () => (
  <>
    <FormSection name="about">
      <TextInput source="name" isRequired fullWidth />
      <TextInput source="description" multiline fullWidth />
    </FormSection>
    <FormSection name="rights">
      <RightsInput source="rights" />
    </FormSection>
    <LimitInputs />
  </>
);

const LimitInputs = () => (
  <FormSection name="limits">
    <FieldInputs entity={roleEntity} names={limits} />
  </FormSection>
);

/** The table of rights, a row for each area: with any of an area goes that to read, and without it none is left. */
const RightsInput = ({ source }: { source: string }) => {
  const t = useTexts('resources.administrators/roles');
  const { rights: own } = usePermissionsOfTab();
  const label = useTranslateLabel()({ source });
  const { field, fieldState } = useInput<Right[]>({ source });
  const chosen = (field.value ?? []) as Right[];
  const toggle = (area: Area, right: Right, isOn: boolean) => {
    const others = chosen.filter(one => one !== right);
    const left =
      right === `${area}.read` ? others.filter(one => !one.startsWith(`${area}.`)) : others;
    field.onChange(isOn ? withReading([...others, right]) : left);
  };
  return (
    <Box role="group" aria-label={String(label)}>
      <FormHelperText error={fieldState.invalid}>
        <InputHelperText error={fieldState.error?.message} helperText={t('help.rights')} />
      </FormHelperText>
      {(Object.keys(areas) as Area[]).map(area => (
        <Box
          key={area}
          role="group"
          aria-label={areas[area].label}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '184px minmax(0, 1fr)' },
            alignItems: 'baseline',
            columnGap: 2,
            py: 0.5,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ fontSize: '0.875rem', fontWeight: 500, pt: { xs: 0.5, sm: 0 } }}>
            {areas[area].label}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
            {Object.entries(areas[area].rights).map(([word, name]) => {
              const right = `${area}.${word}` as Right;
              return (
                <FormControlLabel
                  key={right}
                  label={name}
                  slotProps={{ typography: { variant: 'body2' } }}
                  control={
                    <Checkbox
                      size="small"
                      checked={chosen.includes(right)}
                      disabled={own !== null && !own.has(right)}
                      onChange={({ target }) => toggle(area, right, target.checked)}
                    />
                  }
                />
              );
            })}
          </Box>
        </Box>
      ))}
    </Box>
  );
};
