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

/** The key below which an `ActionDialog` around has its texts. */
export const DialogTexts = createContext('');
