import { z } from 'zod';
import { FILE_PATH } from './constants.ts';
import { isTaken, isWithin, type Limit } from './limits/limit.ts';
import { mailLimits } from './limits/wecom.ts';
import { plainId, visibleLine, visibleText } from './pasted.ts';
import { callSentences } from './sentences/calls.ts';
import { shape } from './sentences/shape.ts';
import { typedSentences } from './sentences/typed.ts';

/**
 * Chinese sentences for every kind of invalid input, shown beside the field. zod's own zh-CN locale names types in
 * English ("期望 string"), which our users do not understand.
 */
z.config({
  // Without JIT: a content security policy that forbids eval would report even the attempt.
  jitless: 'document' in globalThis,
  customError: issue => {
    switch (issue.code) {
      case 'invalid_type':
        if (issue.input === undefined || issue.input === null || issue.input === '')
          return '请填写';
        return ofOtherType(issue.expected);
      case 'too_small':
        if (issue.origin === 'string')
          return issue.minimum === 1 ? '请填写' : `至少 ${issue.minimum} 个字符`;
        if (issue.origin === 'array')
          return issue.minimum === 1 ? '请至少选择一项' : `至少 ${issue.minimum} 项`;
        return `不能小于 ${issue.minimum}`;
      case 'too_big':
        if (issue.origin === 'string') return `最多 ${issue.maximum} 个字符`;
        if (issue.origin === 'array') return `最多 ${issue.maximum} 项`;
        return `不能大于 ${issue.maximum}`;
      case 'invalid_value':
        return ofValues(issue.values);
      case 'invalid_union':
        return ofBestBranch(issue.errors);
      case 'invalid_key':
      case 'invalid_element':
        return issue.issues[0]?.message;
      case 'unrecognized_keys':
        return callSentences.unknownField;
      default:
        return '内容无效，请检查后重新填写';
    }
  },
});

const NO_CHOICE = '请选择有效的选项';

const types: Record<string, string> = {
  string: shape('文字'),
  int: '请填写整数',
  number: typedSentences.noNumber,
  boolean: shape('是或否'),
  array: shape('列表'),
};
const ofOtherType = (expected: string) => types[expected] ?? shape('一组内容');

const ofValues = ([only, ...others]: readonly unknown[]) =>
  others.length > 0 ? NO_CHOICE : shape(only === '' ? '空' : String(only));

/** What the branch says whose type it is, or that was right the furthest inside. */
const ofBestBranch = (branches: z.core.$ZodIssue[][]): string => {
  const isOther = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
  const rank = (issues: z.core.$ZodIssue[]) =>
    issues.some(isOther) ? -1 : Math.max(...issues.map(({ path }) => path.length));
  const isChoice = branches.flat().every(({ code }) => code === 'invalid_value');
  const [best] = [...branches].sort((a, b) => rank(b) - rank(a));
  return (!isChoice && best?.[0]?.message) || NO_CHOICE;
};

/** An address, a key, a number of another system: as `plainId` reads it. */
export const pasted = () => z.string().overwrite(plainId);

/** Pasted text of a certain shape. @param example shows what it looks like, in that shape itself */
export const shaped = (pattern: RegExp, what: string, example: string) =>
  pasted().regex(pattern, shape(what, example));

const { localPart, whole } = mailLimits.address;
export const email = pasted()
  .max(whole.max)
  .check(z.email(shape('邮箱', 'name@example.com')))
  .refine(address => address.indexOf('@') <= localPart.max, `@ 之前最多 ${localPart.max} 个字符`);

export { z };

/** What values of a schema are to people: how the field is called, and what each of its choices is. */
export const about = z.registry<{
  label?: string;
  choices?: Readonly<Record<string, { label: string }>>;
  /** Of what people are reached by: a part only, or, with a reason that is recorded, all of it. */
  shows?: 'part' | 'all';
}>();

/** The same schema for a field with this label. */
export const labelled = <S extends z.ZodType>(label: string, schema: S): S => {
  const own = schema.clone(schema.def);
  about.add<z.ZodType>(own, { ...about.get(schema), label });
  return own;
};

/** The same schema, marked as showing a part of what a person is reached by, or all of it. */
export const showing = <S extends z.ZodType>(shows: 'part' | 'all', schema: S): S => {
  const own = schema.clone(schema.def);
  about.add<z.ZodType>(own, { ...about.get(schema), shows });
  return own;
};

/** Ids in the form that clients may send: nothing that a query or path could take for syntax. */
export const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, shape('编号', 'tpl_0001'));

/** Epoch milliseconds. */
export const instant = z.int().min(0);

/** A whole number of fen; money is never a float. */
export const fen = z
  .int({
    // Held as typed where it is no amount.
    error: ({ code, input }) =>
      code === 'invalid_type' && typeof input === 'string' && input !== ''
        ? typedSentences.noAmount
        : undefined,
  })
  .min(0)
  .max(1_000_000_000);

/** The version at which a record was read; every write increases it by one. */
export const rev = z.int().min(1);

/** A key made once for each intended action, so that a repeated click or a retry has no second effect. */
export const idemKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{8,64}$/, shape('8 到 64 位字母和数字', 'a1b2c3d4'));

/** One line of text, as `visibleLine` reads it; no control characters. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(visibleLine)
    .max(max)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f]*$/, '不能包含换行或控制字符')
    .refine(isWellFormed, '包含无法识别的字符');

/** Text that goes into a picture: as it was written, but nothing that nobody sees. */
export const textValue = () => z.string().overwrite(visibleText).max(5_000);

/** Text of several lines. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(value => visibleText(value).trim())
    .max(max)
    // eslint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, '不能包含控制字符')
    .refine(isWellFormed, '包含无法识别的字符');

/**
 * The same, but it may be empty: react-admin sends `null` for an emptied field, we store ''. Not `.nullish()`: in a
 * partial update an absent key must stay absent.
 */
export const orEmpty = <S extends z.ZodType<string>>(schema: S) =>
  schema.nullable().transform(value => value ?? '');
export const optionalLine = (max: number) => orEmpty(line(max));
export const optionalText = (max: number) => orEmpty(text(max));

/** A lone surrogate is valid in JSON but not in the database. */
function isWellFormed(value: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value);
}

/** The storage path of a file, never an address: `template/202611/x.png`. */
export const filePath = z.string().max(200).regex(FILE_PATH, '不是有效的图片');

export const optionalFilePath = orEmpty(z.union([filePath, z.literal('')], '不是有效的图片'));

/**
 * A value whose JSON has at most so many bytes, for those whose parts together would not fit into a call. Its JSON schema
 * says so as `maxBytes`.
 */
export const withinBytes = <T extends z.ZodType>(schema: T, maxBytes: number, message: string) =>
  schema
    .refine(value => new TextEncoder().encode(JSON.stringify(value)).length <= maxBytes, message)
    .meta({ maxBytes });

/** Values of one schema by their names. */
export const each = <K extends string, S extends z.ZodType>(names: readonly K[], schema: S) =>
  z.object(Object.fromEntries(names.map(name => [name, schema])) as Record<K, S>);
export const ints = <K extends string>(...names: readonly K[]) => each(names, z.int());

/** The fields every record carries. */
export const recordFields = { _id: id, rev, createTime: instant, updateTime: instant };

/** Author of a record. */
export const author = z.object({ adminId: id, name: z.string() });

const tooLong = ({ max, unit }: Limit) =>
  unit === 'bytes'
    ? `最多 ${max} 字节（约 ${Math.floor(max / 3)} 个汉字）`
    : `最多 ${max} 个字符（表情算两个）`;

/** A line that is sent to a service outside, counted as it counts. */
export const lineWithin = (limit: Limit) =>
  z
    .string()
    .overwrite(visibleLine)
    // What is too long in characters is too long in bytes: it is reported once, in the service's unit.
    .max(limit.max, { error: tooLong(limit), abort: true })
    .refine(value => isWithin(limit, value), { error: tooLong(limit), abort: true })
    .refine(value => isTaken(limit, value), { error: '不能包含表情和生僻字', abort: true })
    .pipe(line(limit.max));
