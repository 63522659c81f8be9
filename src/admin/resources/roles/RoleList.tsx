import type { Role } from '#contract/role.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { roles } from '#i18n/zh/administrators.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet, SmallChip } from '../../kit/field/valueFields.tsx';
import { ActionsColumn, DataTable } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import { CopyRoleButton } from './CopyRoleButton.tsx';

addTexts({ 'administrators/roles': roles });

export const RoleList = () => (
  <List whole card={<RoleCard />}>
    <DataTable<Role> bulkActionButtons={false}>
      <Column source="name" field={RoleNameField} />
      <Column source="description" />
      <Column source="rights" render={({ rights }) => <RightCount count={rights.length} />} />
      <Column source="administratorCount" align="right" />
      <ActionsColumn>
        <CopyRoleButton />
      </ActionsColumn>
    </DataTable>
  </List>
);

const Column = DataTable.Col<Role>;

const RightCount = ({ count }: { count: number }) => (
  <>{useTexts('resources.administrators/roles')('rightCount', { count })}</>
);

const RoleNameField = () => {
  const t = useTexts('resources.administrators/roles');
  const { name, isStandard } = useRecord<Role>();
  return (
    <>
      {name} {isStandard && <SmallChip label={t('standard')} variant="outlined" />}
    </>
  );
};

const RoleCard = () => {
  const t = useTexts('resources.administrators/roles');
  const { description, administratorCount, rights } = useRecord<Role>();
  return (
    <>
      <CardHead title={<RoleNameField />} status={<CopyRoleButton />} />
      <Quiet small>
        {description}
        <br />
        {t('rightCount', { count: rights.length })} · {t('counted', { count: administratorCount })}
      </Quiet>
    </>
  );
};
