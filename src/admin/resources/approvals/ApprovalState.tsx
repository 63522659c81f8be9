import { Alert, type AlertProps, Box } from '@mui/material';
import { approvalMarks } from '#contract/approval.ts';
import { approvalIdOf, type ApprovalKind } from '#contract/rights/approvals.ts';
import { aboveGift, type Worth } from '#contract/worth.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { useCan, usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useCreatePath, useTexts } from '../../kit/base/hooks.ts';
import { PageLink, StatusLabel } from '../../kit/field/valueFields.tsx';

addTexts({ approvals });

interface ApprovalStateProps {
  kind: ApprovalKind;
  /** The id of the refund or compensation. */
  of: string;
  approval: keyof typeof approvalMarks;
}

/** How a record stands with its approval, with the way to it; nothing where it needed none. */
export const ApprovalState = ({ kind, of, approval }: ApprovalStateProps) => {
  const createPath = useCreatePath();
  const t = useTexts('resources.approvals');
  const can = useCan();
  if (approval === 'none') return null;
  const to = createPath({ resource: 'approvals', type: 'show', id: approvalIdOf(kind, of) });
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, fontSize: '0.8125rem' }}>
      <StatusLabel {...approvalMarks[approval]} />
      {can({ to: '/approvals' }) && <PageLink to={to}>{t('view')}</PageLink>}
    </Box>
  );
};

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
