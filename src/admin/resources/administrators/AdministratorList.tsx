import { adminStatuses } from '#contract/administrator.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { administrators } from '#i18n/zh/administrators.ts';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { DataTable, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List, ListActions } from '../../kit/list/List.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import {
  AdministratorNameField,
  AdministratorStatusField,
  LastSignInField,
} from './AdministratorFields.tsx';
import type { AdministratorRecord } from './administratorRecord.ts';
import { NewAdministratorButton } from './NewAdministratorButton.tsx';

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
    <AdministratorTable />
  </List>
);

const Column = DataTable.Col<AdministratorRecord>;

const AdministratorTable = () => (
  <DataTable<AdministratorRecord>
    rowClick={id => `/administrators/${encodeURIComponent(id)}`}
    bulkActionButtons={false}
  >
    <Column source="nickName" field={AdministratorNameField} />
    <Column source="status" field={AdministratorStatusField} />
    <Column source="lastLoginTime" sortByOrder="DESC" field={LastSignInField} />
    <Column source="deviceCount" align="right" />
    <TimeColumn source="createTime" sortByOrder="DESC" />
  </DataTable>
);

/** An administrator on a phone. */
const AdministratorCard = () => {
  const t = useTexts('resources.administrators.fields');
  const { deviceCount } = useRecord<AdministratorRecord>();
  return (
    <>
      <CardHead title={<AdministratorNameField />} status={<AdministratorStatusField />} />
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
