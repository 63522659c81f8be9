import { Box } from '@mui/material';
import type { TodoItem } from '#contract/todo.ts';
import { RunButton, type RunButtonProps } from '../../kit/action/buttons.tsx';
import { useDataProvider, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { Quiet } from '../../kit/field/valueFields.tsx';
import { useItemsOf } from './useTodo.ts';

type ClaimProps = Pick<RunButtonProps<unknown>, 'size' | 'variant' | 'sx'> & { item: TodoItem };

/** Takes an item, also from a colleague, or gives it back. */
export const Claim = ({ item, ...button }: ClaimProps) => {
  const t = useTexts('todo');
  const { invoke } = useDataProvider();
  const { kind, _id: id, state, holderId: from } = item;
  const isMine = state === 'mine';
  const act = isMine ? 'release' : state === 'others' ? 'takeOver' : 'claim';
  return (
    <RunButton
      size="small"
      {...button}
      label={t(`${act}.action`)}
      done={t(`${act}.done`)}
      run={(): Promise<unknown> =>
        isMine
          ? invoke('adminDashboard', 'releaseTodo', { kind, id })
          : invoke('adminDashboard', 'claimTodo', { kind, id, from })
      }
    />
  );
};

export const Holder = ({ state, holderName }: TodoItem) => {
  const t = useTexts('todo');
  if (state === 'mine') return t('mine');
  return state === 'others' ? t('others', { name: holderName }) : null;
};

/** On the page of a record that waits: who has it. */
export const ClaimButton = () => {
  const [item] = useItemsOf(String(useRecord().id));
  if (!item) return null;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Quiet small>
        <Holder {...item} />
      </Quiet>
      <Claim item={item} variant="text" />
    </Box>
  );
};
