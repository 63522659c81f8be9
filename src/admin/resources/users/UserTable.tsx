import { DataTable } from 'react-admin';
import { type User, userChannels, userStatuses } from '#contract/user.ts';
import { formatYuan } from '../../../shared/money.ts';
import { StatusField } from '../../kit/field/StatusField.tsx';
import { stickyTable } from '../../kit/list/stickyTable.ts';
import { TimeField } from '../../kit/field/TimeField.tsx';
import type { RecordOf } from '../../kit/base/record.ts';
import { UserNameField } from './UserNameField.tsx';
import { UserPackageField } from './UserPackageField.tsx';
import { userPath } from '../user-link/parts.ts';
import { UserPhoneField } from './UserPhoneField.tsx';

const Column = DataTable.Col<RecordOf<User>>;

export const UserTable = () => (
  <DataTable<RecordOf<User>>
    rowClick={id => userPath(id)}
    bulkActionButtons={false}
    hiddenColumns={['channel', 'tags']}
    sx={stickyTable}
  >
    <Column source="nickName" disableSort field={UserNameField} />
    <Column source="phoneTail" disableSort field={UserPhoneField} />
    <Column source="status" disableSort>
      <StatusField choices={userStatuses} />
    </Column>
    <Column source="packageId" disableSort field={UserPackageField} />
    <Column
      source="credits"
      disableSort
      align="right"
      render={({ credits }) => (credits.paid + credits.gift).toLocaleString('zh-CN')}
    />
    <Column
      source="stats.paidFen"
      disableSort
      align="right"
      render={({ stats }) => formatYuan(stats.paidFen - stats.refundFen)}
    />
    <Column source="channel" disableSort render={({ channel }) => userChannels[channel].label} />
    <Column source="tags" disableSort render={({ tags }) => tags.join('、')} />
    <Column source="createTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="createTime" />
    </Column>
    <Column source="lastActiveTime" sortByOrder="DESC" cellClassName="quiet">
      <TimeField source="lastActiveTime" />
    </Column>
  </DataTable>
);
