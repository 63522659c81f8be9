import { Box } from '@mui/material';
import { approvalMarks } from '#contract/approval.ts';
import { approvalIdOf, type ApprovalKind } from '#contract/rights/approvals.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { approvals } from '#i18n/zh/approvals.ts';
import { useMayOpen } from '../../kit/base/CanAccess.tsx';
import { showPath, useTexts } from '../../kit/base/hooks.ts';
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
  const t = useTexts('resources.approvals');
  const mayOpen = useMayOpen();
  if (approval === 'none') return null;
  const to = showPath('approvals', approvalIdOf(kind, of));
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 1, fontSize: '0.8125rem' }}>
      <StatusLabel {...approvalMarks[approval]} />
      {mayOpen('/approvals') && <PageLink to={to}>{t('view')}</PageLink>}
    </Box>
  );
};
