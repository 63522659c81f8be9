import { Box, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { type CreditBucket, creditBuckets } from '#contract/creditLedger.ts';
import type { User } from '#contract/user.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { formatCount } from '../../../shared/count.ts';
import { DialogButton } from '../../kit/action/ActionDialog.tsx';
import { ActionForm, ReasonInput, UserNoteInput } from '../../kit/action/ActionForm.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { TypedField } from '../../kit/base/TypedField.tsx';
import { typedAmount } from '../../kit/base/typedKinds.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { SelectInput } from '../../kit/form/inputs.tsx';
import { sentenceOf } from '../../kit/form/sentenceOf.ts';
import { AboveGift } from '../approvals/parts.ts';
import { nameOfUser } from '../user-link/parts.ts';

const { bucket, delta, reason, userNote } = adminUserActions.adjustCredits.input.shape;

/** Gives or takes credits, through the ledger; shows what will be left. */
export const UserCreditsButton = () => {
  const t = useTexts('resources.users.adjust');
  const { invoke } = useDataProvider();
  const record = useRecord<User>();
  if (record.status === 'deleted') return null;
  const { id, credits } = record;
  return (
    <DialogButton
      right="users.credits"
      texts="resources.users.adjust"
      values={{
        name: nameOfUser(record),
        paid: formatCount(credits.paid),
        gift: formatCount(credits.gift),
      }}
    >
      <ActionForm
        fields={{ bucket, delta, reason, userNote }}
        defaultValues={{ bucket: 'gift' }}
        validate={values => {
          const left = credits[values['bucket'] as CreditBucket] + Number(values['delta'] ?? 0);
          return left < 0 && Number(values['delta']) < 0
            ? { delta: t('tooMuch') }
            : ({} as Record<string, string>);
        }}
        run={(input, idemKey) => invoke('adminUser', 'adjustCredits', { id, ...input, idemKey })}
        done={({ approvalId, credits: after }) =>
          approvalId ? approvals.asked : t('done', { count: formatCount(after.paid + after.gift) })
        }
      >
        <SelectInput source="bucket" choices={creditBuckets} isRequired fullWidth />
        <CreditDeltaInput source="delta" />
        <Balance credits={credits} />
        <GiftLimit />
        <ReasonInput />
        <UserNoteInput />
      </ActionForm>
    </DialogButton>
  );
};

/** Above what the role may give at once. */
const GiftLimit = () => <AboveGift credits={Number(useWatch({ name: 'delta' }) ?? 0)} />;

/** What there is, and what there will be. */
const Balance = ({ credits }: Pick<User, 'credits'>) => {
  const t = useTexts('resources.users.adjust');
  const { bucket, delta } = useWatch() as { bucket?: CreditBucket; delta?: unknown };
  if (!bucket) return null;
  const before = credits[bucket];
  const change = Number.isInteger(delta) ? (delta as number) : 0;
  const after = before + change;
  return (
    <Box
      role="status"
      sx={{ display: 'flex', justifyContent: 'space-between', py: 1, fontSize: '0.875rem' }}
    >
      <Quiet>{t('after', { bucket: creditBuckets[bucket].label })}</Quiet>
      <Box sx={{ fontWeight: 600, color: after < 0 ? 'error.main' : undefined }}>
        {change !== 0 && `${formatCount(before)} → `}
        {formatCount(after)}
      </Box>
    </Box>
  );
};

/** A sign to tap and digits, because phones' number keys have no minus. */
const CreditDeltaInput = ({ source }: { source: string }) => {
  const t = useTexts('resources.users.adjust');
  const { field, fieldState, id } = useInput({ source });
  const [sign, setSign] = useState<1 | -1>(1);
  const value: unknown = field.value;
  const amount = typeof value === 'number' ? Math.abs(value) : value;
  const hold = (typed: unknown, by: 1 | -1) =>
    field.onChange(typeof typed === 'number' ? typed * by : typed);
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <ToggleButtonGroup
        value={sign}
        aria-label={t('direction')}
        onChange={(_event, chosen: 1 | -1 | null) => {
          if (chosen === null) return;
          setSign(chosen);
          hold(amount, chosen);
        }}
        sx={{
          mt: '30px',
          '& .MuiToggleButton-root': { minHeight: 37, px: 1.75, whiteSpace: 'nowrap' },
        }}
      >
        <ToggleButton value={1}>{t('give')}</ToggleButton>
        <ToggleButton value={-1}>{t('take')}</ToggleButton>
      </ToggleButtonGroup>
      <TypedField
        id={id}
        kind={typedAmount}
        label={t('amount')}
        required
        fullWidth
        value={amount}
        onChange={typed => hold(typed, sign)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        error={fieldState.invalid}
        helperText={sentenceOf(fieldState.error)}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
    </Box>
  );
};
