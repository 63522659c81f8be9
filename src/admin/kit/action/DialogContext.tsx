import { createContext, type ReactNode, use, useState } from 'react';

/** Closes the dialog that a button or a menu around has opened. */
export const CloseContext = createContext<() => void>(() => undefined);

export const useClose = () => use(CloseContext);

/** A function that opens the dialog, and the dialog while it is open. */
export const useDialog = (dialog: ReactNode): [open: () => void, shown: ReactNode] => {
  const [isOpen, setOpen] = useState(false);
  const shown = <CloseContext value={() => setOpen(false)}>{dialog}</CloseContext>;
  return [() => setOpen(true), isOpen && shown];
};

interface DialogAround {
  /** The key below which the dialog has its texts, and their values. */
  texts: string | undefined;
  values: object | undefined;
  /** It stays open meanwhile. */
  isRunning: boolean;
  setRunning: (isRunning: boolean) => void;
}

/** The `ActionDialog` around. */
export const DialogContext = createContext<DialogAround>({
  texts: undefined,
  values: undefined,
  isRunning: false,
  setRunning: () => undefined,
});
