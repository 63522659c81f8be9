import TagIcon from '@mui/icons-material/LabelOutlined';
import {
  Alert,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Title, useTranslate } from 'react-admin';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { useDataProvider, useTexts } from '../../../kit/base/hooks.ts';
import { LeaveQuestion } from '../../../kit/base/LeaveQuestion.tsx';
import { ListState } from '../../../kit/base/ListState.tsx';
import { saveCsv } from '../../../kit/base/saveCsv.ts';
import { SideBySide } from '../../../kit/base/SideBySide.tsx';
import { draftKey, readDraft, removeDraft, writeDraft } from '../../../kit/form/drafts.ts';
import { TextSourceInput } from '../../../kit/import/TextSourceInput.tsx';
import { Panel } from '../../../kit/show/Panel.tsx';
import { KeywordImportRun } from './KeywordImportRun.tsx';
import { KeywordLines } from './KeywordLines.tsx';
import { isToSend, kindOf } from './lineState.ts';
import { type Headings, keywordColumns, parseKeywords } from './parseKeywords.ts';
import { type ImportMode, useKeywordImport } from './useKeywordImport.ts';

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
    <>
      <Title title="resources.keywords.page.import" preferenceKey={false} />
      <SideBySide columns={{ lg: '380px minmax(0, 1fr)' }} columnGap={2}>
        {batch.running && <LeaveQuestion text={t('leaveText')} onLeave={batch.stop} />}
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
      </SideBySide>
    </>
  );
};

const SETTLE_MS = 400;
/** The text of an import, kept in the browser until the import is finished; `settled` follows when typing pauses. */
const useImportText = () => {
  const [key] = useState(() => draftKey('keywords', 'import'));
  const [text, setText] = useState(() => String(readDraft(key)?.values['text'] ?? ''));
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(text);
      if (text === '') removeDraft(key);
      else writeDraft(key, { values: { text }, base: {}, time: Date.now() });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [key, text]);
  return { text, settled, isSettled: text === settled, setText, forget: () => removeDraft(key) };
};

/** Questions under way at once. */
const PARALLEL = 3;

/** Which of these words, in their normal spelling, are stored already. */
const useStoredWords = (norms: string[]) => {
  const { invoke } = useDataProvider();
  return useQuery({
    queryKey: ['keywords', 'stored', norms],
    enabled: norms.length > 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const queue = Array.from({ length: Math.ceil(norms.length / MAX_PAGE_SIZE) }, (_, at) =>
        norms.slice(at * MAX_PAGE_SIZE, (at + 1) * MAX_PAGE_SIZE),
      );
      const stored = new Set<string>();
      const ask = async () => {
        for (let some = queue.shift(); some && !signal.aborted; some = queue.shift()) {
          const { list } = await invoke('keyword', 'getKeywords', {
            page: 1,
            pageSize: MAX_PAGE_SIZE,
            filter: { norm: some },
          });
          for (const { norm } of list) stored.add(norm);
        }
      };
      await Promise.all(Array.from({ length: PARALLEL }, ask));
      return stored;
    },
  });
};

const modes = ['create', 'upsert'] as const satisfies readonly ImportMode[];

interface KeywordSourceProps {
  text: string;
  mode: ImportMode;
  disabled: boolean;
  onText: (text: string) => void;
  onMode: (mode: ImportMode) => void;
}

/** The text, and what is to be done with words that exist. */
const KeywordSource = ({ text, mode, disabled, onText, onMode }: KeywordSourceProps) => {
  const say = useTexts('resources.keywords.fields');
  const t = useTexts('resources.keywords.import');
  const sample = () =>
    saveCsv(
      [keywordColumns.map(column => say(column)), t('sampleRow').split('|')],
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
