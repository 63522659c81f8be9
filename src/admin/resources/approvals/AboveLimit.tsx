import { Alert, type AlertProps } from '@mui/material';
import { aboveGift, type Worth } from '#contract/worth.ts';
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

/** The same of credits and days of a membership for one user, given or taken away. */
export const AboveGift = ({ credits = 0, days = 0 }: Partial<Worth>) => {
  const { limits } = usePermissionsOfTab();
  return <AboveLimit limit={limits ? aboveGift({ credits, days }, limits) : ''} />;
};
