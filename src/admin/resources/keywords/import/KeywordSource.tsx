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
import { useTexts } from '../../../kit/base/hooks.ts';
import { saveCsv } from '../../../kit/base/saveFile.ts';
import { TextSourceInput } from '../../../kit/import/TextSourceInput.tsx';
import { keywordColumns } from './parseKeywords.ts';
import type { ImportMode } from './useKeywordImport.ts';

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
  const t = useTexts('resources.keywords.import');
  const sample = () =>
    saveCsv(
      [
        keywordColumns.map(column => translate(`resources.keywords.fields.${column}`)),
        t('sampleRow').split('|'),
      ],
      t('sampleName'),
    );
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1, fontSize: '0.8125rem' }}>
        {t('help')}{' '}
        <Button size="small" onClick={sample} sx={{ px: 0.5, py: 0, textDecoration: 'underline' }}>
          {t('sample')}
        </Button>
      </Typography>
      <TextSourceInput
        label={t('source')}
        placeholder={t('placeholder')}
        value={text}
        disabled={disabled}
        onChange={onText}
      />
      <FormControl disabled={disabled} sx={{ mt: 2 }}>
        <FormLabel id="keyword-import-mode" sx={{ fontSize: '0.8125rem', fontWeight: 500 }}>
          {t('mode')}
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
              label={t(`modes.${one}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
    </>
  );
};
