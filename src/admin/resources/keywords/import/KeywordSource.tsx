import {
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useTranslate } from 'react-admin';
import { saveCsv } from '../../../kit/base/saveFile.ts';
import { TextSourceInput } from '../../../kit/import/TextSourceInput.tsx';
import { keywordColumns } from './parseKeywords.ts';
import type { ImportMode } from './useKeywordImport.ts';

const t = (key: string) => `resources.keywords.import.${key}`;
const modes = ['create', 'upsert'] as const satisfies readonly ImportMode[];

export interface KeywordSourceProps {
  text: string;
  mode: ImportMode;
  disabled: boolean;
  onText: (text: string) => void;
  onMode: (mode: ImportMode) => void;
}

/** The text, and what is to be done with words that exist. */
export const KeywordSource = ({ text, mode, disabled, onText, onMode }: KeywordSourceProps) => {
  const translate = useTranslate();
  const sample = () =>
    saveCsv(
      [
        keywordColumns.map(column => translate(`resources.keywords.fields.${column}`)),
        translate(t('sampleRow')).split('|'),
      ],
      translate(t('sampleName')),
    );
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1, fontSize: '0.8125rem' }}>
        {translate(t('help'))}{' '}
        <Button size="small" onClick={sample} sx={{ px: 0.5, py: 0, textDecoration: 'underline' }}>
          {translate(t('sample'))}
        </Button>
      </Typography>
      <TextSourceInput
        label={translate(t('source'))}
        placeholder={translate(t('placeholder'))}
        value={text}
        disabled={disabled}
        onChange={onText}
      />
      <FormControl disabled={disabled} sx={{ mt: 2 }}>
        <FormLabel id="keyword-import-mode" sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {translate(t('mode'))}
        </FormLabel>
        <RadioGroup
          aria-labelledby="keyword-import-mode"
          value={mode}
          onChange={(_event, value) => onMode(value as ImportMode)}
        >
          {modes.map(one => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={translate(t(`modes.${one}`))}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  );
};
