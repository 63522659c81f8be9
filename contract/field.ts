import type { Choice } from './action.ts';
import { keysOf, oneOf } from './states.ts';
import {
  fen,
  filePath,
  id,
  instant,
  line,
  optionalFilePath,
  optionalLine,
  optionalText,
  orEmpty,
  z,
} from './zod.ts';

/** What a field is to people: how it is shown, compared, filtered and written into a table. */
export type FieldKind =
  | 'text'
  | 'prose'
  | 'code'
  | 'words'
  | 'number'
  | 'money'
  | 'flag'
  | 'time'
  | 'choice'
  | 'reference'
  | 'picture'
  | 'video'
  | 'data';

interface About {
  /** Only for choices: labels and tones. */
  choices?: Readonly<Record<string, Choice>>;
  /** Only for references: the resource of the named records. */
  resource?: string;
}

/**
 * One field of an entity. `input` is what a client may write; `stored` is what a record may hold, which is wider: a
 * limit that becomes stricter must not make what is stored unreadable.
 */
export class Field<I extends z.ZodType = z.ZodType, S extends z.ZodType = z.ZodType> {
  constructor(
    /** What people call it, on screens, in exports and in the audit log. */
    readonly label: string,
    readonly kind: FieldKind,
    readonly input: I,
    readonly stored: S,
    readonly about: About = {},
  ) {}

  /** Creating may leave it out, and a record that was stored without it is read as if it held this value. */
  default(value: z.output<S>): OptionalField<I, z.ZodDefault<S>> {
    const stored = this.stored.default(value as never) as unknown as z.ZodDefault<S>;
    return new OptionalField(this.label, this.kind, this.input, stored, value as never, this.about);
  }

  /** Creating may leave it out; a record without it is damaged. For states. */
  initial(value: z.output<S>): OptionalField<I, S> {
    return new OptionalField(this.label, this.kind, this.input, this.stored, value, this.about);
  }

  nullable(): Field<z.ZodNullable<I>, z.ZodNullable<S>> {
    return new Field(
      this.label,
      this.kind,
      this.input.nullable(),
      this.stored.nullable(),
      this.about,
    );
  }
}

/** A field that creating may leave out. Its value stays out of the input schemas: a partial update would undo others. */
export class OptionalField<
  I extends z.ZodType = z.ZodType,
  S extends z.ZodType = z.ZodType,
> extends Field<I, S> {
  constructor(
    label: string,
    kind: FieldKind,
    input: I,
    stored: S,
    readonly initialValue: z.output<S>,
    about: About,
  ) {
    super(label, kind, input, stored, about);
  }
}

export type Fields = Record<string, Field>;

const noReference = orEmpty(z.union([id, z.literal('')]));

/** What a list names twice it names once. */
const names = (max: number, count: number) =>
  z
    .array(line(max).min(1))
    .overwrite(all => [...new Set(all)])
    .max(count);

/**
 * The fields that entities are made of, each with its label. What may be empty is stored as '' and comes from forms as
 * null.
 */
export const field = {
  line: (label: string, max: number, min = 1) =>
    new Field(label, 'text', line(max).min(min), z.string()),
  optionalLine: (label: string, max: number) =>
    new Field(label, 'text', optionalLine(max), z.string()).default(''),
  prose: (label: string, max: number) =>
    new Field(label, 'prose', optionalText(max), z.string()).default(''),
  /** Text that follows a pattern of its own. */
  code: <I extends z.ZodType<string>>(label: string, input: I) =>
    new Field(label, 'code', input, z.string()),
  lines: (label: string, max: number, count: number) =>
    new Field(label, 'words', names(max, count), z.array(z.string())).default([]),

  int: (label: string, min: number, max: number) =>
    new Field(label, 'number', z.int().min(min).max(max), z.int()),
  /** Greater weights come first. */
  sort: (label = '排序') => field.int(label, -1_000_000, 1_000_000).default(0),
  money: (label: string, min = 0) => new Field(label, 'money', fen.min(min), z.int()),
  flag: (label: string) => new Field(label, 'flag', z.boolean(), z.boolean()).default(false),
  time: (label: string) => new Field(label, 'time', instant, instant),

  choice: <K extends string>(label: string, choices: Readonly<Record<K, Choice>>) => {
    const value = oneOf(choices);
    return new Field(label, 'choice', value, value, { choices });
  },
  choices: <K extends string>(label: string, choices: Readonly<Record<K, Choice>>, min = 0) => {
    const value = oneOf(choices);
    const input = z.array(value).min(min).max(keysOf(choices).length);
    return new Field(label, 'choice', input, z.array(value), { choices });
  },

  reference: (label: string, resource: string) =>
    new Field(label, 'reference', id, z.string(), { resource }),
  optionalReference: (label: string, resource?: string) =>
    new Field(label, 'reference', noReference, z.string(), resource ? { resource } : {}).default(
      '',
    ),
  references: (label: string, resource: string, max: number) =>
    new Field(label, 'reference', z.array(id).max(max), z.array(z.string()), { resource }).default(
      [],
    ),

  /** The path of a file of ours. */
  picture: (label: string) => new Field(label, 'picture', optionalFilePath, z.string()).default(''),
  pictures: (label: string, max: number) =>
    new Field(label, 'picture', z.array(filePath).max(max), z.array(z.string())).default([]),
  /** The video service's number of a video. */
  video: (label: string) => new Field(label, 'video', optionalLine(64), z.string()).default(''),

  /** What has a shape of its own. */
  data: <I extends z.ZodType, S extends z.ZodType = I>(label: string, input: I, stored?: S) =>
    new Field(label, 'data', input, (stored ?? input) as S),
};
