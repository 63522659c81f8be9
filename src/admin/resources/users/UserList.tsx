import RemoveIcon from '@mui/icons-material/LabelOffOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import AddIcon from '@mui/icons-material/NewLabelOutlined';
import { Box, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import { feedbackActions } from '#contract/feedback.ts';
import { type User, userChannels, userStatuses } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { users } from '#i18n/zh/users.ts';
import { formatCount } from '../../../shared/count.ts';
import { formatYuan } from '../../../shared/money.ts';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { lastDay } from '../../../shared/time.ts';
import { CanAccess, useCan } from '../../kit/base/CanAccess.tsx';
import { type RecordOf, useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { PersonAvatar } from '../../kit/field/PersonAvatar.tsx';
import {
  None,
  OneLine,
  Quiet,
  SmallChip,
  StatusField,
  Time,
} from '../../kit/field/valueFields.tsx';
import { BulkActionButton } from '../../kit/list/BulkActionButton.tsx';
import { BulkReasonButton } from '../../kit/list/BulkReasonButton.tsx';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { DataTable, StatusColumn, TimeColumn } from '../../kit/list/DataTable.tsx';
import { List } from '../../kit/list/List.tsx';
import { DateRangeFilter, MoneyRangeFilter } from '../../kit/list/rangeFilters.tsx';
import { CardHead } from '../../kit/list/RecordCard.tsx';
import { CompensateSelectedButton } from '../compensations/parts.ts';
import { nameOfUser, UserFilter, userPath } from '../user-link/parts.ts';
import { maskedPhone } from './maskedPhone.ts';
import { TagsField } from './TagsField.tsx';
import { useMemberships } from './useMemberships.ts';
import { UserTagFilter } from './UserTagFilter.tsx';

addTexts({ users });

export const UserList = () => (
  <List withCounts statuses={userStatuses} searchable filters={userFilters} card={<UserCard />}>
    <UserTable />
  </List>
);

/** Users with a package: memberships only, because credits are not assigned to a package. */
const PackageFilter = ({ source }: { source: string }) => {
  const memberships = useMemberships();
  return (
    <ChoiceFilter
      source={source}
      choices={Object.fromEntries(memberships.map(({ id, name }) => [id, { label: name }]))}
    />
  );
};

const userFilters = (
  <>
    <CanAccess action="packages.read">
      <PackageFilter source="packageId" />
    </CanAccess>
    <UserTagFilter source="tags" />
    <DateRangeFilter source="createTime" />
    <ChoiceFilter source="channel" choices={userChannels} />
    <UserFilter source="invitedBy" />
    <DateRangeFilter source="lastActiveTime" />
    <DateRangeFilter source="lastPayTime" />
    <MoneyRangeFilter source="stats.paidFen" />
  </>
);

const Column = DataTable.Col<User>;

const UserTable = () => (
  <DataTable<User>
    rowClick={id => userPath(id)}
    bulkActionButtons={<UserBulkActions />}
    bulkRights={['users.write', 'feedback.write', 'compensations.write']}
    isRowSelectable={({ status }) => status !== 'deleted'}
    hiddenColumns={['channel', 'credits.gift', 'lastPayTime']}
  >
    <Column source="nickName" field={UserNameField} />
    <Column source="phoneTail" field={UserPhoneField} />
    <StatusColumn choices={userStatuses} />
    <Column source="packageId" field={UserPackageField} />
    <DataTable.NumberCol source="credits.paid" sortByOrder="DESC" />
    <DataTable.NumberCol source="credits.gift" disableSort />
    <Column source="stats.paidFen" align="right" sortByOrder="DESC" field={UserPaidField} />
    <Column source="channel" render={({ channel }) => userChannels[channel].label} />
    <Column source="tags" render={({ tags }) => <UserTags tags={tags} />} />
    <TimeColumn source="createTime" sortByOrder="DESC" />
    <TimeColumn source="lastActiveTime" sortByOrder="DESC" />
    <TimeColumn source="lastPayTime" sortByOrder="DESC" />
  </DataTable>
);

const UserTags = ({ tags }: { tags: readonly string[] }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, maxWidth: { sm: 200 } }}>
    {tags.map(tag => (
      <SmallChip key={tag} label={tag} />
    ))}
  </Box>
);

const UserPhoneField = () => {
  const tail = useRecordContext<RecordOf<User>>()?.phoneTail;
  return tail ? <Box sx={{ whiteSpace: 'nowrap' }}>{maskedPhone(tail)}</Box> : <None />;
};

/** The package and until when it lasts. */
const UserPackageField = () => {
  const t = useTexts('resources.users.package');
  const now = useNow();
  const record = useRecordContext<RecordOf<User>>();
  if (!record?.packageId) {
    return <None />;
  }
  const { packageName, packageExpireTime } = record;
  const over = packageExpireTime !== null && packageExpireTime <= now;
  return (
    <Box sx={{ whiteSpace: 'nowrap' }}>
      <OneLine text={packageName || record.packageId} width={140} />
      <Box sx={{ color: over ? 'warning.main' : 'text.secondary', fontSize: '0.75rem' }}>
        {packageExpireTime === null
          ? t('endless')
          : t(over ? 'ended' : 'until', { day: lastDay(packageExpireTime) })}
      </Box>
    </Box>
  );
};

/** All that was ever paid, and what of it was refunded. */
const UserPaidField = () => {
  const t = useTexts('resources.users');
  const { stats } = useRecord<User>();
  return (
    <>
      {formatYuan(stats.paidFen)}
      {stats.refundFen > 0 && (
        <Quiet tiny>{t('refunded', { amount: formatYuan(stats.refundFen) })}</Quiet>
      )}
    </>
  );
};

/** A user on a phone: name, balances and a link to the user's page. */
const UserCard = () => {
  const can = useCan();
  const t = useTexts('resources.users');
  const { id, phoneTail, packageName, credits, stats, tags, lastActiveTime } = useRecord<User>();
  const facts = [
    phoneTail && maskedPhone(phoneTail),
    packageName,
    t('creditCount', { count: formatCount(credits.paid + credits.gift) }),
    formatYuan(stats.paidFen),
  ].filter(Boolean);
  return (
    <>
      <CardHead
        title={<UserNameField size={40} />}
        status={<StatusField choices={userStatuses} />}
      />
      <Box sx={{ mt: 0.75, fontSize: '0.8125rem' }}>{facts.join(' · ')}</Box>
      {tags.length > 0 && (
        <Box sx={{ mt: 0.75 }}>
          <UserTags tags={tags} />
        </Box>
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mt: 0.75 }}>
        <Quiet small sx={{ flex: 1, minWidth: 0 }}>
          {lastActiveTime && (
            <>
              {t('lastActive')} <Time instant={lastActiveTime} />
            </>
          )}
        </Quiet>
        {can('tasks.read') && (
          <Button
            variant="outlined"
            component={Link}
            to={userPath(id, 'tasks')}
            sx={{ minHeight: 44 }}
          >
            {t('tabs.tasks')}
          </Button>
        )}
        <Button variant="outlined" component={Link} to={userPath(id)} sx={{ minHeight: 44 }}>
          {t('open')}
        </Button>
      </Box>
    </>
  );
};

/** Who it is; the name is a link, so that a keyboard can open the row too. */
const UserNameField = ({ size = 32 }: { size?: number }) => {
  const record = useRecord<User>();
  const name = nameOfUser(record);
  return (
    <NameCell
      picture={<PersonAvatar src={record.avatarUrl} name={name} size={size} />}
      gap={10}
      name={name}
      to={userPath(record.id)}
      second={record.openid}
      width={{ sm: 200, xl: 280 }}
    />
  );
};

/** Many users get a tag or lose one, are written to, or compensated. */
const UserBulkActions = () => (
  <>
    <ChangeTagsButton how="add" icon={<AddIcon />} />
    <ChangeTagsButton how="remove" icon={<RemoveIcon />} />
    <WriteButton />
    <CompensateSelectedButton />
  </>
);

const { text } = feedbackActions.writeToUser.input.shape;

/** The same letter to each; one that is sent again after a lost answer is not written twice. */
const WriteButton = () => {
  const t = useTexts('resources.users.write');
  const { invoke } = useDataProvider();
  const { keyOf } = useRequestKey();
  return (
    <BulkReasonButton
      right="feedback.write"
      label={t('action')}
      icon={<MailIcon />}
      title={count => t('bulkTitle', { count })}
      facts={t('facts')}
      reasonLabel={t('text')}
      rule={text}
      run={(userId, written) =>
        invoke('adminFeedback', 'writeToUser', {
          userId,
          text: written,
          idemKey: keyOf({ written }),
        })
      }
    />
  );
};

const { tags: rule } = adminUserActions.setTags.input.shape;

const ChangeTagsButton = ({ how, icon }: { how: 'add' | 'remove'; icon: ReactNode }) => {
  const { invoke } = useDataProvider();
  const t = useTexts(`resources.users.bulk.${how}`);
  const [tags, setTags] = useState<string[]>([]);
  const { success, error } = rule.safeParse(tags);
  return (
    <BulkActionButton
      label={t('action')}
      icon={icon}
      title={count => t('title', { count })}
      canConfirm={success && tags.length > 0}
      actOnMany={async ids =>
        (await invoke('adminUser', 'changeTags', { ids, [how]: tags })).results
      }
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        {t('facts')}
        <TagsField
          label={t('tags')}
          value={tags}
          onChange={setTags}
          error={error?.issues[0]?.message}
        />
      </Box>
    </BulkActionButton>
  );
};
