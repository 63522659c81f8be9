import { useRef, useState } from 'react';
import { MAX_BATCH_ROWS } from '#contract/constants.ts';
import { cutText } from '#contract/cut.ts';
import type { ActionOutput } from '#contract/index.ts';
import { plainNumber } from '#contract/pasted.ts';
import { useDataProvider } from '../../../kit/base/hooks.ts';
import type { ShippingRow } from './readLine.ts';

type Answer = ActionOutput<'adminPrintOrder', 'importShipping'>['results'][number];

/** A row with its current result. */
export interface ImportRow extends ShippingRow {
  /** From 0. */
  row: number;
  id: string;
  result: Answer['result'] | 'waiting';
  message: string;
  /** The cell that the message is about. */
  field?: Answer['field'];
  /** Corrected in the table, which stays open for it. */
  isEdited?: boolean;
}

export type ImportPhase = 'pasting' | 'checking' | 'checked' | 'sending' | 'finished';

interface Import {
  phase: ImportPhase;
  rows: ImportRow[];
  done: number;
  total: number;
  /** Print orders that are not in production yet are shipped as well. */
  startProduction: boolean;
  /** Corrected rows are being checked. */
  rechecking: boolean;
  failure: string;
}

const nothing: Import = {
  phase: 'pasting',
  rows: [],
  done: 0,
  total: 0,
  startProduction: false,
  rechecking: false,
  failure: '',
};
/** Few enough for visible progress and quick stopping. */
const SENT_PER_CALL = 20;
/** More rows are not the sheet of one day, and too many to review. */
export const MAX_IMPORT_ROWS = 2_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
/** A sentence in a cell; the server finds the number in a shorter one. */
const shortened = (cell: string) => (cell.length > 64 ? plainNumber(cell) : cell);
const asked = ({ printNo, expressCompany, expressNo }: ShippingRow) => ({
  printNo: cutText(shortened(printNo), 64),
  expressCompany: cutText(expressCompany, 32),
  expressNo: cutText(shortened(expressNo), 64),
});

/** The steps of an import: reading, a dry run by the server, sending in parts, results row by row. */
export const useShippingImport = (duplicateOf: (row: number) => string) => {
  const { invoke } = useDataProvider();
  const [state, setState] = useState(nothing);
  const stopped = useRef(false);
  const lastCheck = useRef(0);

  const call = async (
    rows: ImportRow[],
    startProduction: boolean,
    dryRun: boolean,
  ): Promise<ImportRow[]> => {
    const { results } = await invoke('adminPrintOrder', 'importShipping', {
      rows: rows.map(asked),
      startProduction,
      dryRun,
    });
    return results.map((answer, at) => {
      const given = rows[at] as ImportRow;
      return {
        ...given,
        id: answer._id,
        result: answer.result,
        message: answer.message ?? '',
        field: answer.field,
        expressCompany: answer.expressCompany || given.expressCompany,
        expressNo: answer.expressNo || given.expressNo,
      };
    });
  };

  /** Rows of one print order may be far apart; the server compares those of one call only. */
  const withDuplicates = (rows: ImportRow[]): ImportRow[] => {
    const first = new Map<string, number>();
    return rows.map(row => {
      const key = plainNumber(row.printNo);
      const earlier = first.get(key);
      if (earlier === undefined) first.set(key, row.row);
      return earlier === undefined || row.result === 'failed'
        ? row
        : { ...row, result: 'failed', message: duplicateOf(earlier + 1), field: 'printNo' };
    });
  };

  /** All rows, because one may repeat another. */
  const examine = async (
    rows: ImportRow[],
    startProduction: boolean,
    onDone: (count: number) => void,
  ) => {
    const checked: ImportRow[] = [];
    for (let at = 0; at < rows.length; at += MAX_BATCH_ROWS) {
      checked.push(...(await call(rows.slice(at, at + MAX_BATCH_ROWS), startProduction, true)));
      onDone(checked.length);
    }
    return withDuplicates(checked);
  };

  const check = async (given: readonly ShippingRow[]) => {
    const rows = given.map((row, at): ImportRow => {
      return { ...row, row: at, id: '', result: 'waiting', message: '' };
    });
    setState({ ...nothing, phase: 'checking', rows, total: rows.length });
    try {
      const checked = await examine(rows, false, done => setState(before => ({ ...before, done })));
      setState({ ...nothing, phase: 'checked', rows: checked });
    } catch (error) {
      setState({ ...nothing, failure: messageOf(error) });
    }
  };

  /** Of several corrections at once the last one's answer counts, which knows of the others. */
  const recheck = async ({
    rows = state.rows,
    startProduction = state.startProduction,
  }: Partial<Import>) => {
    lastCheck.current += 1;
    const own = lastCheck.current;
    setState({ ...state, rows, startProduction, rechecking: true, failure: '' });
    const outcome = await examine(rows, startProduction, () => undefined).then(
      checked => ({ rows: checked }),
      (error: unknown) => ({ failure: messageOf(error) }),
    );
    if (own === lastCheck.current)
      setState(before => ({ ...before, ...outcome, rechecking: false }));
  };

  const send = async () => {
    stopped.current = false;
    const ready = state.rows.filter(({ result }) => result === 'ready');
    setState(before => ({
      ...before,
      phase: 'sending',
      done: 0,
      total: ready.length,
      failure: '',
    }));
    for (let at = 0; at < ready.length && !stopped.current; at += SENT_PER_CALL) {
      const piece = ready.slice(at, at + SENT_PER_CALL);
      let results: ImportRow[];
      try {
        results = await call(piece, state.startProduction, false);
      } catch (error) {
        // The outcome is unknown; checking again will show it.
        results = piece.map(row => ({ ...row, result: 'failed', message: messageOf(error) }));
      }
      const byRow = new Map(results.map(row => [row.row, row]));
      setState(before => ({
        ...before,
        done: before.done + piece.length,
        rows: before.rows.map(row => byRow.get(row.row) ?? row),
      }));
    }
    setState(before => ({ ...before, phase: 'finished' }));
  };

  return {
    ...state,
    check: (rows: readonly ShippingRow[]) => void check(rows),
    /** Corrects a cell. */
    correct: (row: number, cells: Partial<ShippingRow>) =>
      void recheck({
        rows: state.rows.map(given =>
          given.row === row ? { ...given, ...cells, isEdited: true } : given,
        ),
      }),
    setStartProduction: (startProduction: boolean) => void recheck({ startProduction }),
    send: () => void send(),
    stop: () => {
      stopped.current = true;
    },
    restart: () => {
      lastCheck.current += 1;
      setState(nothing);
    },
  };
};
