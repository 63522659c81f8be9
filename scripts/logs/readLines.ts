/** A line of the functions' log (`cloudfunctions/_shared/base/log.ts`): a call, or a problem that a call survived. */
export interface LogLine {
  time: string;
  level: 'info' | 'warn' | 'error';
  function?: string;
  action?: string;
  requestId?: string;
  /** Only in lines about calls. */
  ms?: number;
  outcome?: 'ok' | 'refused' | 'failed';
  code?: number;
  slow?: true;
  /** Only in lines about problems. */
  event?: string;
  about?: string;
  error?: { name: string; code?: string; stack?: string[] };
}

/** Its beginning; the quotes may be escaped, by backslashes in JSON or doubled in CSV. */
const BEGIN = /\{(\\*"{1,2})time\1:/g;

/**
 * The lines in a text, whatever is around them: the local platform's label, the platform's own words, a field of an
 * exported record.
 */
export const linesIn = (text: string): LogLine[] => {
  const begins = [...text.matchAll(BEGIN)];
  return begins.flatMap(({ index, 1: quote }, at) => {
    const part = text.slice(index, begins[at + 1]?.index);
    const line = parsed(objectAtStart(unescaped(part, quote ?? '')));
    return line ? [line] : [];
  });
};

/** A field of JSON may hold JSON that holds JSON, and a cell of CSV any of them. */
const unescaped = (text: string, quote: string): string => {
  let plain = quote.endsWith('""') ? text.replaceAll('""', '"') : text;
  while (plain.startsWith('{\\')) plain = plain.replace(/\\(.)/gs, '$1');
  return plain;
};

const objectAtStart = (text: string): string => {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted && char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth += 1;
    else if (!isQuoted && char === '}') depth -= 1;
    if (depth === 0) return text.slice(0, at + 1);
  }
  return '';
};

const parsed = (json: string): LogLine | null => {
  try {
    const line = JSON.parse(json) as Partial<LogLine>;
    const isOurs = line.level !== undefined && (line.ms !== undefined || line.event !== undefined);
    return isOurs ? (line as LogLine) : null;
  } catch {
    return null;
  }
};
