import { Box } from '@mui/material';
import { useWatch } from 'react-hook-form';
import { daysGiven } from '#contract/memberDays.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import type { User } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { z } from '#contract/zod.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { lastDay } from '../../../shared/time.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput, UserNoteInput } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { useNow } from '../../kit/base/useNow.ts';
import { BooleanInput, SelectInput } from '../../kit/form/inputs.tsx';
import { UntilInput } from '../../kit/form/UntilInput.tsx';
import { AboveGift } from '../approvals/parts.ts';
import { nameOfUser } from '../user-link/parts.ts';
import { useMemberships } from './useMemberships.ts';

const { packageExpireTime, reason, userNote } = adminUserActions.updateUserPackage.input.shape;
const fields = {
  packageId: z.string().min(1),
  packageExpireTime,
  grantCredits: z.boolean(),
  reason,
  userNote,
};
const DAYS = [7, 30, 90, 365] as const;
/** The input's '' means "nothing chosen"; removing the membership has its own value. */
const NONE = 'none';

/** Gives a membership with its end, or removes it. */
export const UserPackageButton = () => {
  const { invoke } = useDataProvider();
  const record = useRecord<User>();
  const { id, packageName, packageExpireTime: end } = record;
  const name = nameOfUser(record);
  const say = useTexts('resources.users.package', { name });
  if (record.status === 'deleted') return null;
  return (
    <DialogButton right="users.credits" texts="resources.users.package" values={{ name }}>
      <ActionForm
        facts={
          packageName
            ? say('current', {
                package: packageName,
                end: end === null ? say('endless') : say('until', { day: lastDay(end) }),
              })
            : say('currentNone')
        }
        fields={fields}
        defaultValues={{ packageExpireTime: null, grantCredits: false }}
        run={({ packageId, packageExpireTime: until, grantCredits, ...said }, idemKey) => {
          const taken = packageId === NONE;
          return invoke('adminUser', 'updateUserPackage', {
            id,
            packageId: taken ? '' : packageId,
            ...(!taken && until && { packageExpireTime: until }),
            ...(!taken && { grantCredits }),
            ...said,
            idemKey,
          });
        }}
        done={({ approvalId, packageName: given }) => {
          if (approvalId) return approvals.asked;
          return given ? say('done', { package: given }) : say('taken');
        }}
      >
        <PackageInputs held={record} />
        <ReasonInput />
        <NoteOfGrant />
      </ActionForm>
    </DialogButton>
  );
};

/** Only granted credits appear where the user reads of them. */
const NoteOfGrant = () => (useWatch({ name: 'grantCredits' }) === true ? <UserNoteInput /> : null);

const PackageInputs = ({ held }: { held: Pick<User, 'packageId' | 'packageExpireTime'> }) => {
  const t = useTexts('resources.users');
  const memberships = useMemberships();
  const packageId = useWatch({ name: 'packageId' }) as string | undefined;
  const isGranted = useWatch({ name: 'grantCredits' }) === true;
  const chosen = memberships.find(({ id }) => id === packageId);
  const choices = memberships.map(({ id, name, days }) => ({
    id,
    name: days ? t('package.choice', { name, count: days }) : name,
  }));
  const until = useWatch({ name: 'packageExpireTime' }) as number | null | undefined;
  const now = useNow();
  const ownEnd = chosen?.days
    ? Math.max(now, held.packageExpireTime ?? 0) + chosen.days * DAY_MS
    : null;
  const after = { packageId: chosen?.id ?? '', packageExpireTime: until ?? ownEnd };
  const taking = { id: NONE, name: t('package.take') };
  return (
    <>
      <SelectInput
        source="packageId"
        choices={held.packageId ? [...choices, taking] : choices}
        isRequired
        fullWidth
      />
      {chosen && (
        <Box>
          <UntilInput
            source="packageExpireTime"
            label={t('fields.packageExpireTime')}
            none={chosen.days ? t('package.ownDays', { count: chosen.days }) : t('package.endless')}
            days={DAYS}
          />
          {chosen.credits + chosen.giftCredits > 0 && (
            <BooleanInput
              source="grantCredits"
              label={t('package.grant', { count: chosen.credits + chosen.giftCredits })}
            />
          )}
        </Box>
      )}
      {packageId && (
        <AboveGift
          credits={chosen && isGranted ? chosen.credits + chosen.giftCredits : 0}
          days={daysGiven(held, after, now)}
        />
      )}
    </>
  );
};
