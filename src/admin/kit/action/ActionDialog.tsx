import { Dialog, type DialogProps, DialogTitle } from '@mui/material';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { RaRecord } from 'react-admin';
import type { Right } from '#contract/rights/rights.ts';
import { useTexts } from '../base/hooks.ts';
import { useTypedClose } from '../base/useTypedClose.ts';
import { oneLine, Quiet } from '../field/valueFields.tsx';
import { ActionButton, type ActionButtonProps } from './buttons.tsx';
import { CloseContext, DialogContext, useClose } from './DialogContext.tsx';
import { useRecordName } from './RecordNames.tsx';

export interface ActionDialogProps extends Pick<DialogProps, 'maxWidth'> {
  /** The key of its texts: `title`, `facts`, `submit` (without it `action`), `done`, and a reason's `reasons`. */
  texts?: string;
  /** The values in these texts. */
  values?: object;
  title?: string;
  /** What it is about, and is named where the title does not; by default the record and the resource around. */
  record?: RaRecord;
  resource?: string;
  /** By default what the button around has opened is closed. */
  onClose?: () => void;
  /** `ActionForm`. */
  children: ReactNode;
}

/** The dialog of an action. Mount it when it opens, so that its form starts empty. */
export const ActionDialog = ({
  texts,
  values,
  maxWidth = 'xs',
  children,
  ...props
}: ActionDialogProps) => {
  const t = useTexts(texts ?? '', values);
  const { title = t('title') } = props;
  const around = useClose();
  const { onClose: close = around } = props;
  const name = useRecordName(props);
  const isNamed = name !== '' && !title.includes(name);
  const titleId = useId();
  const nameId = useId();
  const [isRunning, setRunning] = useState(false);
  const typed = useTypedClose(close);
  const context = useMemo(
    () => ({ texts, values, isRunning, setRunning }),
    [texts, values, isRunning],
  );
  return (
    <Dialog
      open
      {...typed}
      onClose={() => !isRunning && typed.onClose()}
      // Clicks and keys must not reach the row or the form behind.
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.key !== 'Escape' && event.stopPropagation()}
      maxWidth={maxWidth}
      fullWidth
      aria-labelledby={titleId}
      aria-describedby={isNamed ? nameId : undefined}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {isNamed && (
        <Quiet id={nameId} title={name} sx={{ ...oneLine, px: 3, mt: -0.5, pb: 1 }}>
          {name}
        </Quiet>
      )}
      <DialogContext value={context}>
        <CloseContext value={close}>{children}</CloseContext>
      </DialogContext>
    </Dialog>
  );
};

export interface DialogButtonProps extends ActionDialogProps {
  texts: string;
  /** Without it there is no button. */
  right?: Right;
  button?: Partial<Omit<ActionButtonProps, 'dialog'>>;
}

/** A button and the `ActionDialog` behind it, with the words of both below one key. */
export const DialogButton = ({ button, right, ...dialog }: DialogButtonProps) => {
  const t = useTexts(dialog.texts, dialog.values);
  return (
    <ActionButton
      label={t('action')}
      {...(right && { right })}
      {...button}
      dialog={<ActionDialog {...dialog} />}
    />
  );
};
