import TagIcon from '@mui/icons-material/LabelOutlined';
import { Alert, Box, Button } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useTexts } from '../../../kit/base/hooks.ts';
import { ListState } from '../../../kit/base/ListState.tsx';
import { draftKey, readDraft, removeDraft, writeDraft } from '../../../kit/form/drafts.ts';
import { Panel } from '../../../kit/show/Panel.tsx';
import { KeywordImportLeaving } from './KeywordImportLeaving.tsx';
import { KeywordImportRun } from './KeywordImportRun.tsx';
import { KeywordLines } from './KeywordLines.tsx';
import { KeywordSource } from './KeywordSource.tsx';
import { isToSend, kindOf } from './lineState.ts';
import { type Headings, keywordColumns, parseKeywords } from './parseKeywords.ts';
import { type ImportMode, useKeywordImport } from './useKeywordImport.ts';
import { useStoredWords } from './useStoredWords.ts';

const MAX_LINES = 10_000;
/** Many keywords from a text: read, checked against what is stored, sent in several calls, a result for each line. */
export const KeywordImport = () => {
  const translate = useTranslate();
  const t = useTexts('resources.keywords.import');
  const [mode, setMode] = useState<ImportMode>('create');
  const { text, settled, isSettled, setText, forget } = useImportText();
  const { outcomes, ...batch } = useKeywordImport();

  const lines = useMemo(() => {
    const headings = Object.fromEntries(
      keywordColumns.map(column => [column, t(`headings.${column}`).split('|')]),
    ) as unknown as Headings;
    return parseKeywords(settled, headings);
  }, [settled, t]);
  const norms = useMemo(
    () =>
      lines
        .filter(({ problem, duplicateOf }) => !problem && duplicateOf === undefined)
        .map(({ norm }) => norm),
    [lines],
  );
  const tooMany = lines.length > MAX_LINES;
  const stored = useStoredWords(tooMany ? [] : norms);
  const plan = {
    mode,
    outcomes,
    stored: stored.data,
    checking: stored.isFetching && !stored.data,
  };
  const toSend = tooMany ? [] : lines.filter(line => isToSend(kindOf(line, plan)));
  const started = outcomes.size > 0 || batch.running;

  const change = (next: string) => {
    setText(next);
    batch.forget();
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' },
      }}
    >
      <KeywordImportLeaving running={batch.running} onLeave={batch.stop} />
      <Panel title={t('sourceTitle')}>
        <KeywordSource
          text={text}
          mode={mode}
          disabled={batch.running}
          onText={change}
          onMode={setMode}
        />
      </Panel>
      <Panel title={t(started ? 'result' : 'preview')} flush>
        {tooMany && (
          <Alert severity="error" sx={{ mx: 2, mb: 2 }}>
            {t('tooMany', { max: MAX_LINES, count: lines.length })}
          </Alert>
        )}
        {stored.error && (
          <Alert
            severity="warning"
            sx={{ mx: 2, mb: 2 }}
            action={
              <Button size="small" onClick={() => void stored.refetch()}>
                {translate('list.failed.retry')}
              </Button>
            }
          >
            {t('checkFailed', { message: stored.error.message })}
          </Alert>
        )}
        {lines.length > 0 ? (
          <>
            <KeywordImportRun
              {...batch}
              lines={lines}
              plan={plan}
              toSend={toSend}
              ready={isSettled && !plan.checking}
              onRun={() => {
                void batch.run(toSend, mode);
              }}
              onAgain={() => {
                forget();
                change('');
              }}
            />
            <KeywordLines lines={tooMany ? [] : lines} plan={plan} />
          </>
        ) : (
          <ListState icon={<TagIcon />} title={t('empty')} />
        )}
      </Panel>
    </Box>
  );
};

const SETTLE_MS = 400;
const key = draftKey('keywords', 'import');

/** The text of an import, kept in the browser until the import is finished; `settled` follows when typing pauses. */
const useImportText = () => {
  const [text, setText] = useState(() => String(readDraft(key)?.values['text'] ?? ''));
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
      if (text === '') removeDraft(key);
      else writeDraft(key, { values: { text }, base: {}, time: Date.now() });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return { text, settled, isSettled: text === settled, setText, forget: () => removeDraft(key) };
};
