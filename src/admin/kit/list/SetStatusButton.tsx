import { Button, Tooltip } from '@mui/material';
import { useState } from 'react';
import { Confirm, useGetRecordRepresentation, useNotify, useResourceContext } from 'react-admin';
import { useCan } from '../base/CanAccess.tsx';
import { useRecord, useTexts } from '../base/hooks.ts';
import { useSetField } from './useSetField.ts';

export interface SetStatusButtonProps {
  to: string;
  /** The key of its texts: the state's name, it with `Of` and `Done`; `confirm` and `confirmText`. */
  texts: string;
  /** Asks first. */
  asks?: boolean;
  variant?: 'text' | 'outlined';
  /** Why it is not possible now. */
  disabledReason?: string | undefined;
}

/** Moves the record around to another state; a refusal is notified. */
export const SetStatusButton = (props: SetStatusButtonProps) => {
  const { to, texts, asks, variant = 'text', disabledReason = '' } = props;
  const record = useRecord();
  const name = String(useGetRecordRepresentation(useResourceContext())(record));
  const t = useTexts(texts);
  const notify = useNotify();
  const [setField, isPending] = useSetField();
  const [asking, setAsking] = useState(false);
  const mayEdit = useCan()({ action: 'edit' });
  if (!mayEdit) return null;
  const change = () => {
    setAsking(false);
    void setField(
      record,
      { field: 'status', value: to },
      {
        onSuccess: () => notify(t(`${to}Done`, { name }), { type: 'success' }),
        onError: ({ message }) => notify(message, { type: 'error' }),
      },
    );
  };
  return (
    <>
      <Tooltip title={disabledReason}>
        <span>
          <Button
            size={variant === 'outlined' ? 'medium' : 'small'}
            variant={variant}
            loading={isPending}
            disabled={disabledReason !== ''}
            onClick={() => (asks ? setAsking(true) : change())}
            aria-label={t(`${to}Of`, { name })}
          >
            {t(to)}
          </Button>
        </span>
      </Tooltip>
      {asks && (
        <Confirm
          isOpen={asking}
          loading={isPending}
          title={t('confirm', { name })}
          content={t('confirmText')}
          confirm={t(to)}
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

type EnabledButtonProps = Pick<SetStatusButtonProps, 'asks' | 'variant' | 'disabledReason'>;

/** Enables the record around, or disables it, after a question where it `asks`; the words are its resource's `switching`. */
export const EnabledButton = ({ asks = false, ...props }: EnabledButtonProps) => {
  const isEnabled = useRecord()['status'] === 'enabled';
  return (
    <SetStatusButton
      {...props}
      to={isEnabled ? 'disabled' : 'enabled'}
      texts={`resources.${useResourceContext()}.switching`}
      asks={asks && isEnabled}
    />
  );
};
