import { charactersOf } from '#contract/cut.ts';

/** Bytes with which a file says its encoding; `TextDecoder` leaves them out. */
const marks: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/**
 * The text of a file. Excel's 「Unicode 文本」 is UTF-16 with a mark, its 「CSV UTF-8」 has one too; Chinese spreadsheets on
 * Windows save other CSV in GB 18030, everything else writes UTF-8.
 */
export const readTextFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};

/** What a wrong encoding leaves: replacement and control characters, and those that mean nothing by themselves. */
// eslint-disable-next-line no-control-regex
const unreadable = /[\u0000-\u0008\u000e-\u001f\ufffd\ue000-\uf8ff]/;

/** The first line with characters that nobody can read, counted from 1, and the text around them. */
export const doubtIn = (text: string): { line: number; text: string } | undefined => {
  const lines = text.split('\n');
  const at = lines.findIndex(line => unreadable.test(line));
  if (at < 0) return undefined;
  const characters = charactersOf(lines[at] ?? '');
  const first = characters.findIndex(character => unreadable.test(character));
  return { line: at + 1, text: characters.slice(Math.max(0, first - 8), first + 8).join('') };
};
