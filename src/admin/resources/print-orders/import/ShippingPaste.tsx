import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import { Alert, Box, Button, LinearProgress, Link as MuiLink, TextField } from '@mui/material';
import { type ChangeEvent, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { parseShipping } from './parseShipping.ts';
import { readSheet } from './readSheet.ts';
import { MAX_IMPORT_ROWS, type useShippingImport } from './useShippingImport.ts';

export interface ShippingPasteProps {
  text: string;
  onText: (text: string) => void;
  job: ReturnType<typeof useShippingImport>;
}

export const ShippingPaste = ({ text, onText, job }: ShippingPasteProps) => {
  const translate = useTranslate();
  const t = (key: string, values?: object) =>
    translate(`resources.print-orders.import.${key}`, values);
  const [problem, setProblem] = useState('');
  const rows = useMemo(() => parseShipping(text), [text]);
  const checking = job.phase === 'checking';
  const tooMany = rows.length > MAX_IMPORT_ROWS;

  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    setProblem('');
    if (file) await readSheet(file).then(onText, () => setProblem(t('unreadable')));
    target.value = '';
  };
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, maxWidth: 880, mx: 'auto' }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{t('hint')}</Box>
      <TextField
        label={t('label')}
        placeholder={t('placeholder')}
        value={text}
        onChange={({ target }) => onText(target.value)}
        disabled={checking}
        multiline
        minRows={10}
        maxRows={20}
        fullWidth
        margin="none"
        slotProps={{
          htmlInput: { spellCheck: false, style: { fontFamily: 'ui-monospace, monospace' } },
        }}
      />
      {(problem || job.failure) && <Alert severity="error">{problem || job.failure}</Alert>}
      {tooMany && <Alert severity="warning">{t('tooMany', { count: MAX_IMPORT_ROWS })}</Alert>}
      {checking && (
        <LinearProgress
          aria-label={t('checking', { done: job.done, count: job.total })}
          variant="determinate"
          value={(job.done / Math.max(1, job.total)) * 100}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button component="label" variant="outlined" startIcon={<UploadIcon />} disabled={checking}>
          {t('file')}
          <input
            hidden
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            aria-label={t('file')}
            onChange={event => void read(event)}
          />
        </Button>
        <TemplateLink label={t('template')} name={t('templateName')} columns={t} />
        <Box
          role="status"
          sx={{ ml: { sm: 'auto' }, color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {checking
            ? t('checking', { done: job.done, count: job.total })
            : rows.length > 0
              ? t('rows', { count: rows.length })
              : t('none')}
        </Box>
        <Button
          variant="contained"
          loading={checking}
          disabled={rows.length === 0 || tooMany}
          onClick={() => job.check(rows)}
          sx={{ minHeight: { xs: 44, sm: 0 } }}
        >
          {t('check')}
        </Button>
      </Box>
    </Box>
  );
};

interface TemplateLinkProps {
  label: string;
  name: string;
  columns: (key: string) => string;
}

/** A sheet with nothing but its heading; the mark in front tells Excel that it is UTF-8. */
const TemplateLink = ({ label, name, columns }: TemplateLinkProps) => {
  const heading = ['printNo', 'carrier', 'expressNo'].map(key => columns(`columns.${key}`));
  const content = `\uFEFF${heading.join(',')}\r\n`;
  return (
    <MuiLink
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(content)}`}
      download={name}
      sx={{ fontSize: '0.8125rem' }}
    >
      {label}
    </MuiLink>
  );
};
