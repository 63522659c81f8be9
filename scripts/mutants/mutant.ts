/** One change of one place of a source file. */
export interface Mutant {
  /** From the root of the repository. */
  file: string;
  /** Characters from the beginning of the file. */
  start: number;
  line: number;
  kind: Kind;
  from: string;
  /** Empty where it is left out. */
  to: string;
  /** The declaration at the top of the file that it is in. */
  within: string;
  /** Evaluated when the file is loaded, not when a function is called. */
  isStatic: boolean;
  /** Of these: the declaration that it is in is exported. */
  isExported: boolean;
}

export type Kind =
  | 'condition'
  | 'operand'
  | 'comparison'
  | 'boundary'
  | 'arithmetic'
  | 'number'
  | 'rounding'
  | 'value'
  | 'field'
  | 'list'
  | 'call'
  | 'property'
  | 'audit row'
  | 'refusal';

/** What becomes of a kind of place that is left as it is, with the number of changes that would have been. */
export type LeftOut = 'in what is logged' | 'in the choice of the fields that are read';

/** In one line. */
export const textOf = ({ kind, from, to }: Mutant): string =>
  `${kind}: ${from} → ${to === '' ? 'left out' : to}`.replace(/\s+/g, ' ');
