import CheckIcon from '@mui/icons-material/TaskAltOutlined';
import { Box, Card, Chip, Skeleton, Typography } from '@mui/material';
import { Title } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { TodoItem } from '#contract/todo.ts';
import { todoKinds, waitsForCaller } from '#contract/todoKinds.ts';
import { useTexts } from '../../kit/base/hooks.ts';
import { listPath } from '../../kit/base/listSearch.ts';
import { ListState } from '../../kit/base/ListState.tsx';
import { LoadFailure } from '../../kit/base/LoadFailure.tsx';
import { PlainList } from '../../kit/base/PlainList.tsx';
import { PageLink } from '../../kit/field/valueFields.tsx';
import { TodoRow } from './TodoRow.tsx';
import { useTodo, useTodoKinds } from './useTodo.ts';

/** What waits for the administrator, the most urgent first; below it what colleagues have and what is put off. */
export const TodoPage = () => {
  const t = useTexts('todo');
  const { data, isPending, error, refetch } = useTodo();
  const [search, setSearch] = useSearchParams();
  const kinds = useTodoKinds().filter(kind => data?.list.some(item => item.kind === kind));
  const chosen = kinds.find(kind => kind === search.get('kind'));
  const shown = data?.list.filter(({ kind }) => !chosen || kind === chosen) ?? [];
  const waiting = shown.filter(waitsForCaller);
  const more = data?.more.filter(kind => !chosen || kind === chosen) ?? [];
  const choose = (kind?: string) => setSearch(kind ? { kind } : {}, { replace: true });
  const countOf = (kind: string) =>
    `${data?.list.filter(item => item.kind === kind).length}${data?.more.includes(kind as never) ? '+' : ''}`;
  return (
    <>
      <Title title="app.pages.todo" preferenceKey={false} />
      {error && !data && <LoadFailure onRetry={() => void refetch()} />}
      {isPending && !error && <Skeleton variant="rounded" height={320} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {kinds.length > 1 && (
            <Box
              role="group"
              aria-label={t('kinds')}
              sx={{
                display: 'flex',
                flexWrap: { sm: 'wrap' },
                gap: 1,
                overflowX: 'auto',
                // Beside the page's edge on a phone, where they are pushed along.
                mx: { xs: -2, sm: 0 },
                px: { xs: 2, sm: 0 },
              }}
            >
              <KindChip label={t('all')} isOn={!chosen} onChosen={() => choose()} />
              {kinds.map(kind => (
                <KindChip
                  key={kind}
                  label={`${todoKinds[kind].label} ${countOf(kind)}`}
                  isOn={kind === chosen}
                  onChosen={() => choose(kind)}
                />
              ))}
            </Box>
          )}
          {waiting.length > 0 ? (
            <Rows label={t('waiting')} items={waiting} />
          ) : (
            <Card>
              <ListState icon={<CheckIcon />} title={t('none')} text={t('noneText')} />
            </Card>
          )}
          {more.map(kind => (
            <PageLink
              key={kind}
              to={listPath(todoKinds[kind].resource, todoKinds[kind].filter)}
              sx={{ justifySelf: 'start', fontSize: '0.8125rem' }}
            >
              {t('more', { kind: todoKinds[kind].label })}
            </PageLink>
          ))}
          <Section
            title={t('withOthers')}
            items={shown.filter(({ state }) => state === 'others')}
          />
          <Section title={t('later')} items={shown.filter(({ state }) => state === 'later')} />
        </Box>
      )}
    </>
  );
};

interface KindChipProps {
  label: string;
  isOn: boolean;
  onChosen: () => void;
}

const KindChip = ({ label, isOn, onChosen }: KindChipProps) => (
  <Chip
    label={label}
    clickable
    aria-pressed={isOn}
    variant={isOn ? 'filled' : 'outlined'}
    color={isOn ? 'primary' : 'default'}
    onClick={onChosen}
  />
);

const Rows = ({ label, items }: { label: string; items: TodoItem[] }) => (
  <Card>
    <PlainList aria-label={label}>
      {items.map(item => (
        <TodoRow key={`${item.kind}_${item._id}`} item={item} />
      ))}
    </PlainList>
  </Card>
);

const Section = ({ title, items }: { title: string; items: TodoItem[] }) =>
  items.length > 0 && (
    <Box component="section">
      <Typography variant="h2" sx={{ fontSize: '0.875rem', mb: 1 }}>
        {title} {items.length}
      </Typography>
      <Rows label={title} items={items} />
    </Box>
  );
