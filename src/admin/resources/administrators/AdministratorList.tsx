import { useState } from 'react';
import {
  type Administrator,
  administratorActions,
  adminStatuses,
} from '#contract/administrator.ts';
import type { ActionOutput } from '#contract/index.ts';
import { z } from '#contract/zod.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { administrators } from '#i18n/zh/administrators.ts';
import { ActionDialog } from '../../kit/action/ActionDialog.tsx';
import { ActionForm } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { TextInput } from '../../kit/form/inputs.tsx';
import { CreateButton } from '../../kit/list/CreateButton.tsx';
import { DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import {
  AdministratorNameField,
  AdministratorRoleField,
  AdministratorStatusField,
  LastSignInField,
  RoleInput,
  SecondFactorField,
} from './AdministratorFields.tsx';
import { nameOfAdministrator } from './administratorRecord.ts';
import { OneTimePasswordDialog } from './OneTimePasswordDialog.tsx';

addTexts({ administrators });

export const AdministratorList = () => (
  <List
    withCounts
    statuses={adminStatuses}
    card={<AdministratorCard />}
    actions={
      <ListActions>
        <NewAdministratorButton />
      </ListActions>
    }
  >
    <DataTable<Administrator> rowClick="show" bulkActionButtons={false}>
      <Column source="nickName" field={AdministratorNameField} />
      <Column source="role" field={AdministratorRoleField} />
      <Column source="status" field={AdministratorStatusField} />
      <Column source="secondFactorTime" field={SecondFactorField} />
      <Column source="lastLoginTime" sortByOrder="DESC" field={LastSignInField} />
      <Column source="deviceCount" align="right" />
      <TimeColumn source="createTime" sortByOrder="DESC" />
    </DataTable>
  </List>
);

const Column = DataTable.Col<Administrator>;

/** An administrator on a phone. */
const AdministratorCard = () => {
  const t = useTexts('resources.administrators.fields');
  const { deviceCount } = useRecord<Administrator>();
  return (
    <>
      <CardHead title={<AdministratorNameField />} status={<AdministratorStatusField />} />
      <Quiet small sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        <AdministratorRoleField />
      </Quiet>
      <Quiet small sx={{ display: 'flex', justifyContent: 'space-between', mt: 1 }}>
        <div>
          {t('lastLoginTime')}：<LastSignInField />
        </div>
        <div>
          {t('deviceCount')}：{deviceCount}
        </div>
      </Quiet>
    </>
  );
};

const { username, nickName } = administratorActions.createAdministrator.input.shape;
/** To be chosen: that of a call without one is the full role. */
const role = z.string().min(1);

const NewAdministratorButton = () => {
  const t = useTexts('resources.administrators.create');
  const { invoke } = useDataProvider();
  const [made, setMade] = useState<ActionOutput<'adminAdministrator', 'createAdministrator'>>();
  return (
    <>
      <CreateButton
        label={t('action')}
        dialog={
          <ActionDialog texts="resources.administrators.create">
            <ActionForm
              fields={{ username, nickName, role }}
              defaultValues={{ username: '', nickName: '', role: '' }}
              run={(values, idemKey) =>
                invoke('adminAdministrator', 'createAdministrator', { ...values, idemKey })
              }
              onDone={setMade}
            >
              <TextInput source="username" isRequired autoFocus autoComplete="off" fullWidth />
              <TextInput source="nickName" isRequired autoComplete="off" fullWidth />
              <RoleInput />
            </ActionForm>
          </ActionDialog>
        }
      />
      {made && (
        <OneTimePasswordDialog
          name={nameOfAdministrator(made)}
          password={made.oneTimePassword}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
};
