import { Box, FormHelperText, FormLabel } from '@mui/material';
import { type ClipboardEvent, type DragEvent, type ReactNode, use, useId, useState } from 'react';
import { FileInput } from '../base/FileInput.tsx';
import { pastedFiles } from '../base/pastedFiles.ts';
import { ReadOnlyContext } from './ReadOnly.tsx';

export interface FileFieldProps {
  label: string;
  /** The types that may be chosen, as a file input names them. */
  accept: string;
  multiple?: boolean;
  /** Also called without files, for which a form may show a message. */
  onFiles: (files: File[]) => void;
  error?: ReactNode;
  help?: ReactNode;
  /** CSS pixels. */
  width?: number;
  /** The content of the field; `over` while a file is dragged above it. */
  children: (place: { pick: () => void; over: boolean }) => ReactNode;
}

/** A form field for files: chosen, dropped or pasted. */
export const FileField = (props: FileFieldProps) => {
  const { label, accept, multiple = false, onFiles, error, help, width, children } = props;
  const id = useId();
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [over, setOver] = useState(false);
  const isReadOnly = use(ReadOnlyContext);
  return (
    <Box
      role="group"
      aria-labelledby={id}
      sx={{ mt: 1, mb: 0.5, maxWidth: 1, ...(width !== undefined && { width }) }}
      {...(!isReadOnly && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          setOver(false);
          onFiles([...event.dataTransfer.files]);
        },
        onPaste: (event: ClipboardEvent) => {
          const files = pastedFiles(event.nativeEvent);
          if (files.length === 0) return;
          event.preventDefault();
          onFiles(files);
        },
      })}
    >
      <FormLabel
        id={id}
        error={Boolean(error)}
        sx={{
          display: 'block',
          mb: 0.5,
          fontSize: '0.8125rem',
          fontWeight: 500,
          color: 'text.primary',
        }}
      >
        {label}
      </FormLabel>
      <FileInput
        ref={setInput}
        label={label}
        accept={accept}
        multiple={multiple}
        onFiles={files => onFiles([...files])}
      />
      {children({ pick: () => input?.click(), over })}
      <FormHelperText error={Boolean(error)} role={error ? 'alert' : undefined}>
        {error || help}
      </FormHelperText>
    </Box>
  );
};
