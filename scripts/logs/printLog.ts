import { linesIn, type LogLine } from './readLines.ts';

const FRAMES = 4;

/** What a line says, for a terminal. */
const shortLine = (line: LogLine): string => {
  const { time, event, about, outcome, code, ms, error, requestId } = line;
  const parts = [
    time.slice(11, 19),
    [line.function, line.action].filter(Boolean).join('.'),
    event ?? outcome,
    code ?? about,
    ms === undefined ? undefined : `${ms} ms`,
    error && [error.name, error.code].filter(Boolean).join(' '),
    requestId && `[${requestId}]`,
  ];
  const frames = error?.stack?.slice(0, FRAMES).map(frame => `\n    at ${frame}`) ?? [];
  return parts.filter(Boolean).join(' ') + frames.join('');
};

/**
 * Prints what the local platform logs: into a file or a pipe every line as it is, for `npm run logs`; in a terminal, of
 * the functions' lines those about something slow or wrong.
 */
export const printLog = (text: string): void => {
  const lines = process.stdout.isTTY ? linesIn(text) : [];
  if (lines.length === 0) console.log(text);
  for (const line of lines) if (line.level !== 'info') console.log(shortLine(line));
};
