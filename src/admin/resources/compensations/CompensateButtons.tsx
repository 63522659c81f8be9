import Icon from '@mui/icons-material/VolunteerActivismOutlined';
import { Button } from '@mui/material';
import { useListContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { type CompensationWish, MAX_CHOSEN_USERS } from '#contract/compensation.ts';
import { addTexts } from '#i18n/i18nProvider.ts';
import { compensations } from '#i18n/zh/compensations.ts';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { useSelectionScope } from '../../kit/list/SelectionScope.tsx';
import { ToolbarButton } from '../../kit/list/ToolbarButton.tsx';

addTexts({ compensations });

const DAY = 86_400_000;

/** Opens the form with whom it is for. */
const useCompensate = () => {
  const navigate = useNavigate();
  return (record: Partial<CompensationWish>) =>
    void navigate('/compensations/create', { state: { record } });
};

/** For the selected users, or for all that match the list's filter. */
export const CompensateSelectedButton = () => {
  const t = useTexts('resources.compensations');
  const { selectedIds, filterValues } = useListContext();
  const { isAll } = useSelectionScope();
  const mayCompensate = useCan()('compensations.write');
  const compensate = useCompensate();
  const { q, status, ...users } = filterValues as Record<string, unknown>;
  // Only users in good standing are helped.
  const fits = isAll
    ? status === undefined || status === 'normal'
    : selectedIds.length <= MAX_CHOSEN_USERS;
  if (!fits || !mayCompensate) return null;
  const chosen = isAll
    ? { users, ...(typeof q === 'string' && { q }) }
    : { userIds: selectedIds.map(String) };
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<Icon />}
      onClick={() => compensate({ what: 'credits', target: 'users', ...chosen })}
    >
      {t('open')}
    </Button>
  );
};

/** For the failed tasks of the list, by default of the last day. */
export const CompensateTasksButton = () => {
  const mayCompensate = useCan()('compensations.write');
  const t = useTexts('resources.compensations');
  const { filterValues } = useListContext();
  const compensate = useCompensate();
  const { createTime, templateId, apiKeyId, errorCode, userId } = filterValues as NonNullable<
    CompensationWish['tasks']
  >;
  if (!mayCompensate) return null;
  return (
    <ToolbarButton
      icon={<Icon fontSize="small" />}
      label={t('open')}
      onClick={() =>
        compensate({
          what: 'retry',
          target: 'tasks',
          tasks: {
            createTime: { from: Date.now() - DAY, ...createTime },
            ...(templateId && { templateId }),
            ...(apiKeyId && { apiKeyId }),
            ...(userId && { userId }),
            ...(errorCode && { errorCode: [errorCode].flat() }),
          },
        })
      }
    />
  );
};
