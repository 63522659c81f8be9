import { Alert, type AlertProps } from '@mui/material';
import { adminSentences } from '#contract/sentences/admins.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';

addTexts({ approvals });

interface AboveLimitProps extends Pick<AlertProps, 'sx'> {
  /** Which limit, in words; '' for none. */
  limit: string;
}

/** Said before it is asked for. */
export const AboveLimit = ({ limit, sx = null }: AboveLimitProps) => {
  const t = useTexts('resources.approvals');
  if (!limit) return null;
  return (
    <Alert severity="info" sx={sx}>
      {t('above', { limit })}
    </Alert>
  );
};

/** The same of credits for one user. */
export const AboveGift = ({ amount }: { amount: number }) => {
  const { creditLimit = null } = usePermissionsOfTab().limits ?? {};
  const isAbove = creditLimit !== null && amount > creditLimit;
  return <AboveLimit limit={isAbove ? adminSentences.aboveGift(creditLimit) : ''} />;
};
