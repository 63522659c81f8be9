import type { Ref } from 'react';

export interface FileInputProps {
  /** A click on the element opens the dialog of the system. */
  ref: Ref<HTMLInputElement>;
  label: string;
  /** The types that may be chosen. */
  accept: string;
  multiple?: boolean;
  onFiles: (files: FileList) => void;
}

/** An input for files that is not seen: what is clicked instead is its caller's. */
export const FileInput = ({ ref, label, accept, multiple = false, onFiles }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    multiple={multiple}
    accept={accept}
    aria-label={label}
    onChange={({ target }) => {
      if (target.files) onFiles(target.files);
      // The same file may be chosen again, e.g. after it was made smaller.
      target.value = '';
    }}
  />
);
