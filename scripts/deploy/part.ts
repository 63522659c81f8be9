/** One thing that a deployment does, or finds done. */
export interface Step {
  action: 'create' | 'change' | 'leave' | 'manual';
  /** What it is about, e.g. `collection orders`; steps of one part are listed under its title. */
  name: string;
  /** What is different, or what a person has to do. */
  why?: string;
  /** Absent where there is nothing to do. Doing it twice is harmless. */
  run?(): Promise<unknown>;
  /** Carried out one after the other with the rest of its part; otherwise several at once. */
  alone?: boolean;
}

/** A part of the environment: reads what is there, compares it with what the repository declares, changes nothing. */
export interface Part {
  title: string;
  /** The same as one before: carried out where that had to wait for room, and in no plan. */
  again?: boolean;
  plan(): Step[] | Promise<Step[]>;
}

export const isChange = ({ action }: Step): boolean => action === 'create' || action === 'change';
