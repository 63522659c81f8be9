import { Box, Card, Step, StepLabel, Stepper } from '@mui/material';
import { useState } from 'react';
import { usePhone } from '../../../kit/base/usePhone.ts';
import { useTexts } from '../../../kit/base/useTexts.ts';
import { ShippingCheck } from './ShippingCheck.tsx';
import { ShippingPaste } from './ShippingPaste.tsx';
import { useShippingImport } from './useShippingImport.ts';

const stepOf = { pasting: 0, checking: 0, checked: 1, sending: 1, finished: 2 } as const;

/** Express numbers of many print orders at once: pasted, looked through, sent. */
export const ShippingImport = () => {
  const isPhone = usePhone();
  const t = useTexts('resources.print-orders.import');
  const [text, setText] = useState('');
  const job = useShippingImport(row => t('duplicate', { row }));
  const pasting = job.phase === 'pasting' || job.phase === 'checking';
  return (
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
  );
};
