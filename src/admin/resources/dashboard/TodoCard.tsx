import CheckIcon from '@mui/icons-material/CheckCircleOutlined';
import { Box } from '@mui/material';
import { waitsForCaller } from '#contract/todoKinds.ts';
import { usePhone, useTexts } from '../../kit/base/hooks.ts';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { TodoRow, useTodo, useTodoKinds } from '../todo/parts.ts';
import { DashboardCard } from './DashboardCard.tsx';

const SHOWN = 5;
/** Pixels, beside and below each other. */
const [LINE_HEIGHT, PHONE_LINE_HEIGHT] = [33, 57];

/** The first of what waits for the administrator; nothing for a role that acts on nothing. */
export const TodoCard = () => {
  const t = useTexts('todo');
  const { data, isPending, error, refetch } = useTodo();
  const lineHeight = usePhone() ? PHONE_LINE_HEIGHT : LINE_HEIGHT;
  const waiting = data?.list.filter(waitsForCaller) ?? [];
  if (useTodoKinds().length === 0) return null;
  return (
    <DashboardCard
      title="app.pages.todo"
      loading={isPending}
      failed={error !== null && !data}
      onRetry={() => void refetch()}
      height={isPending ? SHOWN * lineHeight : 0}
      action={
        waiting.length > 0 && (
          <PageLink to="/todo" sx={{ fontSize: '0.8125rem' }}>
            {t('whole', { count: `${waiting.length}${data?.more.length ? '+' : ''}` })}
          </PageLink>
        )
      }
    >
      {waiting.length === 0 && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 1 }}>
          <CheckIcon sx={{ color: 'success.main' }} />
          {t('none')}
        </Box>
      )}
      <PlainList>
        {waiting.slice(0, SHOWN).map(item => (
          <TodoRow key={`${item.kind}_${item._id}`} item={item} isShort />
        ))}
      </PlainList>
    </DashboardCard>
  );
};
