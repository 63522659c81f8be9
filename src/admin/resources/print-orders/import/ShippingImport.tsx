import { Alert, Box, Button, Card, LinearProgress, Step, StepLabel, Stepper } from '@mui/material';
import { useMemo, useState } from 'react';
import { Title } from 'react-admin';
import { usePhone, useTexts } from '../../../kit/base/hooks.ts';
import { saveCsv } from '../../../kit/base/saveCsv.ts';
import { Quiet } from '../../../kit/field/valueFields.tsx';
import { TextSourceInput } from '../../../kit/import/TextSourceInput.tsx';
import { parseShipping } from './parseShipping.ts';
import { ShippingCheck } from './ShippingCheck.tsx';
import { MAX_IMPORT_ROWS, useShippingImport } from './useShippingImport.ts';

const stepOf = { pasting: 0, checking: 0, checked: 1, sending: 1, finished: 2 } as const;

/** Express numbers of many print orders at once: pasted, looked through, sent. */
export const ShippingImport = () => {
  const isPhone = usePhone();
  const t = useTexts('resources.print-orders.import');
  const [text, setText] = useState('');
  const job = useShippingImport(row => t('duplicate', { row }));
  const pasting = job.phase === 'pasting' || job.phase === 'checking';
  return (
    <>
      <Title title="resources.print-orders.page.import-shipping" preferenceKey={false} />
      <Card>
        <Box sx={{ px: { xs: 1, sm: 3 }, py: 2, borderBottom: 1, borderColor: 'divider' }}>
          <Stepper
            activeStep={stepOf[job.phase]}
            alternativeLabel={isPhone}
            sx={{ maxWidth: 640, mx: 'auto' }}
          >
            {(['paste', 'check', 'result'] as const).map(step => (
              <Step
                key={step}
                completed={(step === 'result' && job.phase === 'finished') || undefined}
              >
                <StepLabel>{t(`steps.${step}`)}</StepLabel>
              </Step>
            ))}
          </Stepper>
        </Box>
        {pasting ? (
          <ShippingPaste text={text} onText={setText} job={job} />
        ) : (
          <ShippingCheck
            job={job}
            onBack={rows => {
              if (rows) setText(rows.map(cells => cells.join(', ')).join('\n'));
              job.restart();
            }}
            onAgain={() => {
              setText('');
              job.restart();
            }}
          />
        )}
      </Card>
    </>
  );
};

interface ShippingPasteProps {
  text: string;
  onText: (text: string) => void;
  job: ReturnType<typeof useShippingImport>;
}

const ShippingPaste = ({ text, onText, job }: ShippingPasteProps) => {
  const t = useTexts('resources.print-orders.import');
  const rows = useMemo(() => parseShipping(text), [text]);
  const checking = job.phase === 'checking';
  const tooMany = rows.length > MAX_IMPORT_ROWS;
  const heading = ['printNo', 'expressCompany', 'expressNo'].map(key => t(`columns.${key}`));
  const progress = t('checking', { done: job.done, count: job.total });
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, maxWidth: 880, mx: 'auto' }}>
      <Quiet sx={{ fontSize: '0.875rem' }}>{t('hint')}</Quiet>
      <TextSourceInput
        label={t('label')}
        placeholder={t('placeholder')}
        value={text}
        disabled={checking}
        onChange={onText}
      />
      {job.failure && <Alert severity="error">{job.failure}</Alert>}
      {tooMany && <Alert severity="warning">{t('tooMany', { count: MAX_IMPORT_ROWS })}</Alert>}
      {checking && (
        <LinearProgress
          aria-label={progress}
          variant="determinate"
          value={(job.done / Math.max(1, job.total)) * 100}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Button size="small" onClick={() => saveCsv([heading], t('templateName'))} sx={{ ml: -1 }}>
          {t('template')}
        </Button>
        <Quiet role="status" small sx={{ ml: 'auto' }}>
          {checking ? progress : rows.length > 0 ? t('rows', { count: rows.length }) : t('none')}
        </Quiet>
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
