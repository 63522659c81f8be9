import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, TextField } from '@mui/material';
import { type DragEvent, useMemo, useRef, useState } from 'react';
import { FileInput } from '../base/FileInput.tsx';
import { useTexts } from '../base/hooks.ts';
import { doubtIn, readTextFile } from './readTextFile.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const TABLES = '.csv,.txt,.tsv,text/csv,text/plain';

export interface TextSourceInputProps {
  label: string;
  placeholder: string;
  value: string;
  disabled?: boolean;
  /** Kinds of files that the chooser offers; tables unless said otherwise. */
  accept?: string;
  /** Bytes that a file may have, and what is said of a larger one. */
  largest?: { bytes: number; refusal: string };
  /** Lines of the empty input. */
  minRows?: number;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}

/** Text that is pasted, typed, chosen as a file or dropped. */
export const TextSourceInput = (props: TextSourceInputProps) => {
  const { label, placeholder, value, disabled = false, onChange } = props;
  const { accept = TABLES, largest, minRows = 8, autoFocus = false } = props;
  const t = useTexts('import');
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState('');
  const doubt = useMemo(() => doubtIn(value), [value]);

  const take = async (file: File | undefined) => {
    if (!file || disabled) return;
    setProblem('');
    if (file.size > (largest?.bytes ?? MAX_BYTES))
      return setProblem(largest?.refusal ?? t('tooLarge'));
    if (/\.(xlsx?|numbers|et)$/i.test(file.name)) return setProblem(t('spreadsheet'));
    try {
      onChange(await readTextFile(file));
    } catch {
      setProblem(t('unreadable'));
    }
  };
  return (
    <Box
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        value={value}
        disabled={disabled}
        autoFocus={autoFocus}
        onChange={({ target }) => onChange(target.value)}
        multiline
        minRows={minRows}
        maxRows={2 * minRows}
        fullWidth
        slotProps={{ htmlInput: { spellCheck: false } }}
        sx={over ? { '& fieldset': { borderColor: 'primary.main', borderWidth: 2 } } : {}}
      />
      {problem && (
        <Alert severity="error" sx={{ my: 1 }}>
          {problem}
        </Alert>
      )}
      {doubt && (
        <Alert severity="warning" sx={{ my: 1 }}>
          {t('doubtful', doubt)}
        </Alert>
      )}
      <FileInput
        ref={input}
        label={t('file')}
        accept={accept}
        onFiles={([file]) => void take(file)}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.5 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<UploadIcon />}
          disabled={disabled}
          onClick={() => input.current?.click()}
        >
          {t(over ? 'drop' : 'file')}
        </Button>
        {value !== '' && (
          <Button size="small" disabled={disabled} onClick={() => onChange('')}>
            {t('clear')}
          </Button>
        )}
      </Box>
    </Box>
  );
};
