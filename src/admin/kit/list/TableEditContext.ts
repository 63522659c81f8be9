import { createContext } from 'react';

interface TableEdit {
  /** The list has an `EditableTable`. */
  isOffered: boolean;
  /** It stands in place of the records. */
  isOn: boolean;
  setOn: (isOn: boolean) => void;
}

export const TableEditContext = createContext<TableEdit>({
  isOffered: false,
  isOn: false,
  setOn: () => undefined,
});
