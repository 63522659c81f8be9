import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { cutText } from '#contract/cut.ts';
import { limitsIn } from '#contract/rights/roles.ts';
import type { Role } from '#contract/role.ts';
import { RecordButton } from '../../kit/action/RecordButton.tsx';
import { useCan, usePermissionsOfTab } from '../../kit/base/CanAccess.tsx';
import { useRecord, useTexts } from '../../kit/base/hooks.ts';

const resource = 'administrators/roles';

/** A new role with the rights of this one, as far as one has them oneself; to be read again before it is made. */
export const CopyRoleButton = ({ variant }: { variant?: 'icon' | 'text' }) => {
  const t = useTexts(`resources.${resource}`);
  const { rights: own } = usePermissionsOfTab();
  const mayCreate = useCan()({ resource, action: 'create' });
  const { name, description, rights, ...record } = useRecord<Role>();
  if (!mayCreate) return null;
  const copied = {
    name: cutText(t('copyName', { name }), 20),
    description,
    rights: rights.filter(right => own === null || own.has(right)),
    ...limitsIn(record),
  };
  return (
    <RecordButton
      variant={variant}
      icon={<CopyIcon fontSize="small" />}
      action={t('copy')}
      label={t('copyOf', { name })}
      to={`/${resource}/create?source=${encodeURIComponent(JSON.stringify(copied))}`}
    />
  );
};
