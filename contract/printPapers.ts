import type { Choice } from './action.ts';

/** Without zod, so that the visitor's pages may name them. */
export const printPapers = {
  glossy: { label: '光面', tone: 'info' },
  matte: { label: '绒面', tone: 'neutral' },
  silk: { label: '绸面', tone: 'neutral' },
} as const satisfies Record<string, Choice>;
export type PrintPaper = keyof typeof printPapers;
