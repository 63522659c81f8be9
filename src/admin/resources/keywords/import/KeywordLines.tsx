import {
  Box,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  Tabs,
} from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type EnabledStatus, enabledStatuses } from '#contract/enabledStatuses.ts';
import { type KeywordType, keywordTypes } from '#contract/keyword.ts';
import { usePhone, useTexts } from '../../../kit/base/hooks.ts';
import { StatusLabel } from '../../../kit/field/valueFields.tsx';
import {
  type ImportPlan,
  isIn,
  kindOf,
  type LineKind,
  type LineTab,
  tabs,
  tones,
} from './lineState.ts';
import type { KeywordColumn, KeywordLine } from './parseKeywords.ts';

const PER_PAGE = 50;
const field = (source: string) => `resources.keywords.fields.${source}`;

export interface KeywordLinesProps {
  lines: readonly KeywordLine[];
  plan: ImportPlan;
}

/** Every line of the text with what will be done with it, and afterwards with what was. */
export const KeywordLines = ({ lines, plan }: KeywordLinesProps) => {
  const translate = useTranslate();
  const t = useTexts('resources.keywords.import');
  const isPhone = usePhone();
  const [chosen, setChosen] = useState<LineTab>('all');
  const [page, setPage] = useState(0);
  const rows = lines.map(line => ({ line, kind: kindOf(line, plan) }));
  const counts = Object.fromEntries(
    Object.keys(tabs).map(tab => [
      tab,
      rows.filter(({ kind }) => isIn(tab as LineTab, kind)).length,
    ]),
  ) as Record<LineTab, number>;
  const offered = (Object.keys(tabs) as LineTab[]).filter(tab => tab === 'all' || counts[tab] > 0);
  const tab = offered.includes(chosen) ? chosen : 'all';
  const found = rows.filter(({ kind }) => isIn(tab, kind));
  const last = Math.max(0, Math.ceil(found.length / PER_PAGE) - 1);
  const at = Math.min(page, last);
  const { stateOf, choiceOf } = useLineLabels();
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_event, next: LineTab) => {
          setChosen(next);
          setPage(0);
        }}
        aria-label={translate('list.tabs')}
        sx={{ px: 1 }}
      >
        {offered.map(one => (
          <Tab key={one} value={one} label={`${t(`tabs.${one}`)} ${counts[one]}`} />
        ))}
      </Tabs>
      <Box sx={{ overflowX: 'auto', overscrollBehaviorX: 'contain' }}>
        <Table size="small" aria-label={t('preview')}>
          <TableHead>
            <TableRow>
              <TableCell align="right" sx={{ width: 48 }}>
                {t('line')}
              </TableCell>
              <TableCell>{translate(field('word'))}</TableCell>
              {!isPhone && (
                <>
                  <TableCell>{translate(field('type'))}</TableCell>
                  <TableCell>{translate(field('aliases'))}</TableCell>
                  <TableCell align="right">{translate(field('weight'))}</TableCell>
                </>
              )}
              <TableCell>{t('state')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {found.slice(at * PER_PAGE, (at + 1) * PER_PAGE).map(({ line, kind }, index) => (
              <TableRow key={`${line.line} ${index}`}>
                <TableCell align="right" sx={{ color: 'text.secondary' }}>
                  {line.line}
                </TableCell>
                <TableCell sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {line.word || translate('list.none')}
                </TableCell>
                {!isPhone && (
                  <>
                    <TableCell>{choiceOf(line, 'type')}</TableCell>
                    <TableCell sx={{ color: 'text.secondary' }}>
                      {choiceOf(line, 'aliases')}
                    </TableCell>
                    <TableCell align="right">{choiceOf(line, 'weight')}</TableCell>
                  </>
                )}
                <TableCell sx={{ '& > span': { whiteSpace: 'normal' } }}>
                  <StatusLabel label={stateOf(line, kind, plan)} tone={tones[kind]} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {found.length > PER_PAGE && (
        <TablePagination
          component="div"
          count={found.length}
          page={at}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[PER_PAGE]}
          onPageChange={(_event, next) => setPage(next)}
          getItemAriaLabel={type =>
            translate(`ra.navigation.${type === 'next' ? 'next' : 'previous'}`)
          }
          labelDisplayedRows={({ from, to, count }) =>
            translate('ra.navigation.page_range_info', {
              offsetBegin: from,
              offsetEnd: to,
              total: count,
            })
          }
        />
      )}
    </>
  );
};

/** How a line of an import reads. */
export const useLineLabels = () => {
  const t = useTexts('resources.keywords');

  const stateOf = (line: KeywordLine, kind: LineKind, { outcomes }: ImportPlan): string => {
    if (kind === 'wrong' && line.problem) {
      const { field, sentence } = line.problem;
      const name = t(`fields.${field}`, { _: '' });
      return [name, sentence].filter(Boolean).join('：');
    }
    const state = t(`import.states.${kind}`, { line: line.duplicateOf ?? '' });
    const reason = outcomes.get(line)?.message;
    return reason ? `${state}：${reason}` : state;
  };

  const choiceOf = ({ fields }: KeywordLine, column: KeywordColumn): string => {
    const value = fields[column];
    if (value === undefined) return '';
    if (Array.isArray(value)) return value.join('、');
    if (column === 'type') return keywordTypes[value as KeywordType]?.label ?? String(value);
    if (column === 'status') return enabledStatuses[value as EnabledStatus]?.label ?? String(value);
    return String(value);
  };
  return { stateOf, choiceOf };
};
