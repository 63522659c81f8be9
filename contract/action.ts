import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, MAX_SEARCH_LENGTH } from './constants.ts';
import type { DeclaredRight } from './rights/demands.ts';
import { listSentences } from './sentences/calls.ts';
import { signedForRole } from './signedUrl.ts';
import { id, idemKey, line, z } from './zod.ts';

/**
 * Who may call an action. `admin`: a live administrator session. `visitor`: a signed-in visitor, anonymous ones
 * included. `public`: any caller that reaches the function. There is no default: an action without an access level does
 * not compile.
 */
export type Access = 'admin' | 'visitor' | 'public';

export interface Action<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  access: Access;
  effect: 'read' | 'write';
  /**
   * What it takes of an administrator's role. An action of administrators without it does not compile, and a function with
   * one does not start.
   */
  right?: DeclaredRight<z.output<I>>;
  /** Strict schema of `data`; an unknown key is refused. */
  input: I;
  /** Privacy filter: what it does not name never leaves the server. */
  output: O;
  /** A payload that answers code 0 on fresh demo data. */
  example: z.input<I>;
  /** Also open to an administrator who signed in with a one-time password and has not changed it yet. */
  withOneTimePassword?: true;
  /** Also open to an administrator whose role requires a second factor and who has none; so is what is open with the other. */
  withoutFactor?: true;
  /**
   * Whether it shows or replaces a secret, gives or takes rights, ends sessions of others or changes what they sign in
   * with: an administrator with a second factor must have confirmed it a short time ago, otherwise 40304; one without,
   * whose rights are new or were given by one with a factor, sets one up first (40303).
   */
  asksFactor?(input: z.output<I>): boolean;
}

export const always = () => true;

/** An object with more that is worked out when it is first asked for: a call needs little of what its function could do. */
export const lazily = <T extends object, M extends object>(
  given: T,
  makes: { [K in keyof M]: () => M[K] },
): T & M => {
  for (const key of Object.keys(makes) as (keyof M)[]) {
    let value: M[keyof M] | undefined;
    const get = () => (value ??= makes[key]());
    Object.defineProperty(given, key, { enumerable: true, get });
  }
  return given as T & M;
};

type Definition<I extends z.ZodType, O extends z.ZodType> = Omit<
  Action<I, O>,
  'access' | 'effect' | 'right'
>;
interface Taking<I extends z.ZodType> {
  right: DeclaredRight<z.output<I>>;
}

/** Keeps the schemas' own types; a plain annotation would widen them. */
const declare =
  (access: Exclude<Access, 'admin'>, effect: Action['effect']) =>
  <I extends z.ZodType, O extends z.ZodType>(definition: Definition<I, O>): Action<I, O> => ({
    access,
    effect,
    ...definition,
  });
const declareForAdmins =
  (effect: Action['effect']) =>
  <I extends z.ZodType, O extends z.ZodType>(
    definition: Definition<I, O> & Taking<I>,
  ): Action<I, O> => ({ access: 'admin', effect, ...definition });

/** Every action is declared by one of these: who may call it, and whether it writes. */
export const adminRead = declareForAdmins('read');
export const adminWrite = declareForAdmins('write');
export const visitorRead = declare('visitor', 'read');
export const visitorWrite = declare('visitor', 'write');
export const publicRead = declare('public', 'read');
export const publicWrite = declare('public', 'write');

export type Actions = Record<string, Action>;
export type Input<A extends Action> = z.output<A['input']>;

export const paging = {
  page: z.int().min(1).max(1_000_000).default(1),
  pageSize: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
};

/**
 * The input of a list: `{page, pageSize, after, sort, filter, q, withCounts}`, all optional, sort fields enumerated.
 * Errors: 40001 for a page with more than `MAX_SKIPPED` records before it, which is reached with `after` only, and for an
 * `after` that is of another order.
 */
export const listInput = <F extends z.ZodRawShape, const S extends readonly [string, ...string[]]>(
  filter: F,
  sortFields: S,
) =>
  z.strictObject({
    ...paging,
    /** The `next` of the page before, of the same list in the same order; `page` then says nothing. */
    after: z
      .string()
      .max(1_000)
      .regex(/^[\w-]+$/, listSentences.otherOrder)
      .optional(),
    sort: z.strictObject({ field: z.enum(sortFields), order: z.enum(['asc', 'desc']) }).optional(),
    filter: z.strictObject(filter).partial().optional(),
    q: line(MAX_SEARCH_LENGTH).optional(),
    /** The exact `total`, however many there are: only for callers that ask, because it walks all of them. */
    exactTotal: z.boolean().optional(),
    /** Adds `counts: {<state>: n}`, shown on the tabs. */
    withCounts: z.boolean().optional(),
    /** Adds `pictures`, where the list has some. */
    withPictures: z.boolean().optional(),
  });

/** The input of a list without a search and pictures: short lists, and lists that are narrowed by filters only. */
export const unsearchedListInput = <
  F extends z.ZodRawShape,
  const S extends readonly [string, ...string[]],
>(
  filter: F,
  sortFields: S,
) => listInput(filter, sortFields).omit({ q: true, withPictures: true });

/**
 * Takes the place of a stored record that breaks its contract, in a list or among records asked for by id: the names of
 * the broken fields, never their values. Opening it answers the sound fields and the names of the broken ones, so that
 * an update can repair it. Visitors never get such a record.
 */
export const damagedRecord = z.object({ _id: z.string(), damaged: z.array(z.string()) });
export type DamagedRecord = z.output<typeof damagedRecord>;

export const listOutput = <R extends z.ZodType>(record: R) =>
  z.object({
    list: z.array(record),
    /** The number of matches; one more than `MAX_TOTAL` where there are more than that, unless the exact one was asked for. */
    total: z.int().min(0),
    /** What asks for the page behind this one; missing behind the last. */
    next: z.string().optional(),
    /** By state; one more than `MAX_BADGE` where there are more than that. */
    counts: z.record(z.string(), z.int()).optional(),
    /** The addresses of the thumbnails in the rows, as `adminStorage.getFileList` gives them; missing where it fails. */
    pictures: z.array(signedForRole).optional(),
  });

/** One value or up to 100 of them. */
export const oneOrMany = <T extends z.ZodType>(value: T) =>
  z.union([value, z.array(value).max(100)]);

/** A closed or half-open range of numbers or instants. */
export const range = z.strictObject({ from: z.number().optional(), to: z.number().optional() });

export const byId = z.strictObject({ id });
export const byUnderscoreId = z.strictObject({ _id: id });
export const deleted = z.object({ _id: id });

/** What an action answers that is asked by a record's id alone; the example's. */
export const withId = <O extends z.ZodType>(output: O, exampleId: string) => ({
  input: byId,
  output,
  example: { id: exampleId },
});

/** What an action answers that is asked for nothing in particular. */
export const withoutInput = <O extends z.ZodType>(output: O) => ({
  input: z.strictObject({}),
  output,
  example: {},
});

/** A list of the visitor's own records, the newest first. */
export const ownList = <R extends z.ZodType>(record: R) =>
  visitorRead({
    input: unsearchedListInput({}, ['createTime']),
    output: listOutput(record),
    example: { page: 1, pageSize: 20 },
  });

/** A change of one record, by its id and what is said besides, that answers the record. */
export const changeOf = <R extends z.ZodType, M extends z.ZodRawShape = Record<never, never>>(
  { record }: { record: R },
  {
    more,
    right,
    ...definition
  }: Pick<Action<z.ZodObject<z.util.Extend<typeof byId.shape, M>, z.core.$strict>, R>, 'example'> &
    Pick<Action, 'asksFactor'> &
    Taking<typeof byId> & { more?: M },
) =>
  adminWrite({
    right: right as DeclaredRight<never>,
    input: byId.extend((more ?? {}) as M),
    output: record,
    ...definition,
  });

/** What became of each record of a change of many; the message says why one failed. */
export const batchResults = z.array(
  z.object({
    _id: id,
    result: z.enum(['updated', 'unchanged', 'failed']),
    message: z.string().optional(),
  }),
);
export type BatchResult = z.output<typeof batchResults>[number];

/** A label and a tone for each value of an enumeration; the tone picks the colour of the status dot. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';
export interface Choice {
  label: string;
  tone: Tone;
}

/**
 * The inputs of create and update from one table of writable fields. Creating may leave out what has a default;
 * updating sends what changed and the `rev` it read. Defaults stay out of the schemas: inside a partial update
 * zod would fill them in and undo what is stored.
 */
export const createInput = <F extends z.ZodRawShape, D extends { [K in keyof F]?: unknown }>(
  fields: F,
  defaults: D,
) =>
  z.strictObject({
    ...(Object.fromEntries(
      Object.entries(fields).map(([key, schema]) => [
        key,
        key in defaults ? (schema as z.ZodType).optional() : schema,
      ]),
    ) as { [K in keyof F]: K extends keyof D ? z.ZodOptional<F[K]> : F[K] }),
    idemKey: idemKey.optional(),
  });

export const updateInput = <F extends z.ZodRawShape>(fields: F) => z.strictObject(fields).partial();
