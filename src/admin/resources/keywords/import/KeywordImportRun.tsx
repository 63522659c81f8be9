import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { useTexts } from '../../../kit/base/hooks.ts';
import { saveCsv } from '../../../kit/base/saveCsv.ts';
import { useLineLabels } from './KeywordLines.tsx';
import { type ImportPlan, isIn, kindOf } from './lineState.ts';
import { keywordColumns, type KeywordLine } from './parseKeywords.ts';

export interface KeywordImportRunProps {
  lines: readonly KeywordLine[];
  plan: ImportPlan;
  toSend: readonly KeywordLine[];
  /** The text is read and checked. */
  ready: boolean;
  running: boolean;
  failure: string;
  onRun: () => void;
  stop: () => void;
  onAgain: () => void;
}

/** The button that imports, the bar while it does, and the sum when it has. */
export const KeywordImportRun = (props: KeywordImportRunProps) => {
  const { lines, plan, toSend, ready, running, failure, onRun, stop, onAgain } = props;
  const say = useTexts('resources.keywords.fields');
  const t = useTexts('resources.keywords.import');
  const { stateOf, choiceOf } = useLineLabels();
  const { outcomes } = plan;
  const started = outcomes.size > 0;
  const sum = (result: string) =>
    [...outcomes.values()].filter(outcome => outcome.result === result).length;
  const open = toSend.filter(line => !outcomes.has(line)).length;
  const total = outcomes.size + open;
  const rest = lines
    .map(line => ({ line, kind: kindOf(line, plan) }))
    .filter(({ kind }) => isIn('wrong', kind) || (started && isIn('ready', kind)));

  const saveRest = () =>
    saveCsv(
      [
        [...keywordColumns.map(column => say(column)), t('reason')],
        ...rest.map(({ line, kind }) => [
          ...keywordColumns.map(column => (column === 'word' ? line.word : choiceOf(line, column))),
          stateOf(line, kind, plan),
        ]),
      ],
      t('restName'),
    );
  const finished = started && !running && !failure && open === 0;
  const outcome = {
    created: sum('created'),
    updated: sum('updated'),
    skipped: sum('skipped'),
    failed: sum('failed'),
  };
  return (
    <Box sx={{ display: 'grid', gap: 1.5, px: 2, pb: 2 }}>
      <Box role="status" sx={{ display: 'grid', gap: 1 }}>
        {running && (
          <>
            <Typography variant="body2">{t('running', { done: outcomes.size, total })}</Typography>
            <LinearProgress
              variant="determinate"
              value={total > 0 ? (outcomes.size / total) * 100 : 0}
              aria-label={t('progress')}
              sx={{ borderRadius: 1 }}
            />
          </>
        )}
        {failure && !running && <Alert severity="error">{t('failed', { message: failure })}</Alert>}
        {started && !running && !failure && open > 0 && (
          <Alert severity="warning">{t('stopped')}</Alert>
        )}
        {finished && (
          <Alert severity={outcome.failed > 0 ? 'warning' : 'success'}>{t('done', outcome)}</Alert>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 1,
          '& .MuiButton-root': { minHeight: { xs: 44, sm: 0 } },
        }}
      >
        {running ? (
          <Button variant="outlined" onClick={stop}>
            {t('stop')}
          </Button>
        ) : finished && outcome.failed === 0 ? (
          <>
            <Button variant="contained" component={Link} to="/keywords">
              {t('list')}
            </Button>
            <Button variant="outlined" onClick={onAgain}>
              {t('again')}
            </Button>
          </>
        ) : (
          <Button variant="contained" disabled={!ready || toSend.length === 0} onClick={onRun}>
            {toSend.length === 0
              ? t('nothing')
              : t(started ? 'resume' : 'run', { count: toSend.length })}
          </Button>
        )}
        {started && !running && rest.length > 0 && <Button onClick={saveRest}>{t('rest')}</Button>}
      </Box>
    </Box>
  );
};
