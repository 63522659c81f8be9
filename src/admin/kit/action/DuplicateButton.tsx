import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  useGetRecordRepresentation,
  useNotify,
  useRecordContext,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import { useRequestKey } from '../../../shared/requestKey.ts';
import { useCan } from '../base/CanAccess.tsx';
import { useCreatePath, useTexts } from '../base/hooks.ts';
import { RecordButton } from './RecordButton.tsx';

export interface DuplicateButtonProps {
  copy: (id: string, idemKey: string) => Promise<{ _id: string; name: string }>;
  variant?: 'icon' | 'text';
  /** Why it is not possible now. */
  disabledReason?: string | undefined;
}

/** Copies the record and opens the copy. */
export const DuplicateButton = ({ copy, variant, disabledReason }: DuplicateButtonProps) => {
  const createPath = useCreatePath();
  const t = useTexts('action.duplicate');
  const notify = useNotify();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const resource = useResourceContext() ?? '';
  const record = useRecordContext();
  const name = String(useGetRecordRepresentation(resource)(record));
  const { keyOf, answered } = useRequestKey();
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const id = String(record?.id);
      return copy(id, keyOf({ id }));
    },
    onSuccess: made => {
      answered();
      void queryClient.invalidateQueries({ queryKey: [resource] });
      notify('action.duplicate.done', { type: 'success', messageArgs: { name: made.name } });
      redirect(createPath({ resource, type: 'edit', id: made._id }));
    },
    onError: error => notify(error.message, { type: 'error' }),
  });
  const mayCreate = useCan()({ action: 'create', resource });
  if (!record || !mayCreate) return null;
  return (
    <RecordButton
      variant={variant}
      icon={<CopyIcon fontSize="small" />}
      action={t('action')}
      label={t('of', { name })}
      loading={isPending}
      disabledReason={disabledReason}
      onClick={() => mutate()}
    />
  );
};
