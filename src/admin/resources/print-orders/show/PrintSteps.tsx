import PrintIcon from '@mui/icons-material/PrintOutlined';
import { Box, Button, Step, StepLabel, Stepper } from '@mui/material';
import { Link } from 'react-router-dom';
import { type PrintOrder, stepStates } from '#contract/printOrder.ts';
import { slaStatuses } from '#contract/printOrderStates.ts';
import { useRecord, useTexts } from '../../../kit/base/hooks.ts';
import { listPath } from '../../../kit/base/listSearch.ts';
import { PageLink } from '../../../kit/field/valueFields.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { sheetPath } from '../paths.ts';
import { PrintDueField } from '../PrintOrderFields.tsx';

const steps = ['fileCheck', 'fileReady', 'producing', 'shipping'] as const;

/** How far the prints are, and in which batch. */
export const PrintSteps = () => {
  const record = useRecord<PrintOrder>();
  const { id, batchNo, status } = record;
  const t = useTexts('resources.print-orders.steps');
  return (
    <Panel
      title={t('title')}
      action={
        (status === 'on_hold' || slaStatuses.includes(status)) && (
          <Box sx={{ fontSize: '0.8125rem' }}>
            <PrintDueField />
          </Box>
        )
      }
    >
      <Stepper alternativeLabel activeStep={-1} sx={{ pt: 1 }}>
        {steps.map(step => {
          const state = record.steps[step];
          return (
            <Step key={step} completed={state === 'complete'} active={state === 'in_progress'}>
              <StepLabel
                error={state === 'error'}
                optional={
                  <Box
                    component="span"
                    sx={{ display: 'block', textAlign: 'center', fontSize: '0.75rem' }}
                  >
                    {stepStates[state].label}
                  </Box>
                }
              >
                {t(step)}
              </StepLabel>
            </Step>
          );
        })}
      </Stepper>
      {batchNo && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 1.5,
            mt: 2,
            pt: 1.5,
            borderTop: 1,
            borderColor: 'divider',
            fontSize: '0.8125rem',
          }}
        >
          <span>{t('batch', { batchNo })}</span>
          <PageLink to={listPath('print-orders', { batchNo })}>{t('batchLink')}</PageLink>
          <Button
            size="small"
            variant="outlined"
            startIcon={<PrintIcon />}
            component={Link}
            to={sheetPath({ ids: [id] })}
            sx={{ ml: 'auto' }}
          >
            {t('sheet')}
          </Button>
        </Box>
      )}
    </Panel>
  );
};
