import { adminRead, adminWrite, publicWrite } from './action.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, texts } from './constants.ts';
import { plainId } from './pasted.ts';
import { id, instant, line, optionalFilePath, pasted, recordFields, rev, z } from './zod.ts';

/** What administrators may see of an administrator; the password hash is not included. */
export const admin = z.object({
  ...recordFields,
  username: z.string(),
  nickName: z.string().default(''),
  avatar: z.string().default(''),
  /** Id of its role; '' for one that was made before there were roles, until the migration gives it one. */
  role: z.string().default(''),
  lastLoginTime: instant.nullable().default(null),
  /** Its password was made for it, and signs in until then; null once it has chosen its own. */
  oneTimeUntil: instant.nullable().default(null),
});
export type Admin = z.output<typeof admin>;

/** One's own record, and what one may. */
const profile = admin.extend({ roleName: z.string(), rights: z.array(z.string()) });

export const session = z.object({
  _id: id,
  createTime: instant,
  lastSeenTime: instant,
  expireTime: instant,
  ip: z.string().default(''),
  userAgent: z.string().default(''),
  /** The session of this call. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

/** Lower case, so that 'Admin' and 'admin' are the same name. */
export const username = pasted()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_.-]{2,31}$/,
    '3 到 32 位，以小写字母开头，只含小写字母、数字、下划线、点和短横线',
  );

const TOO_LONG = `密码长度不能超过${MAX_PASSWORD_LENGTH}个字符`;

/** Length is counted in code points; the text is neither trimmed nor normalised. */
export const newPassword = z
  .string(texts.newPasswordRequired)
  .min(1, texts.newPasswordRequired)
  // Code units, of which a character has at most two; the exact limit is below.
  .max(2 * MAX_PASSWORD_LENGTH, TOO_LONG)
  .refine(value => [...value].length >= MIN_PASSWORD_LENGTH, texts.passwordTooShort)
  .refine(value => [...value].length <= MAX_PASSWORD_LENGTH, TOO_LONG);

const changePasswordInput = z.strictObject({
  oldPassword: z.string(texts.oldPasswordRequired).min(1, texts.oldPasswordRequired).max(512),
  newPassword,
  /**
   * The token is part of the data in this action only (docs/specification.md#calls); when absent, the envelope's is
   * used.
   */
  token: z.string().max(256).optional(),
});

/** The password in the examples; they work where `ADMIN_INITIAL_PASSWORD` has this value. */
export const EXAMPLE_PASSWORD = 'local-admin-2026';

export const adminAuthActions = {
  /** One message, 40301, for an unknown name, a wrong password and a locked name. */
  login: publicWrite({
    input: z.strictObject({
      username: z.string('请输入用户名').overwrite(plainId).min(1, '请输入用户名').max(64),
      password: z.string('请输入密码').min(1, '请输入密码').max(512),
      /** Shown in the list of sessions. */
      userAgent: line(300).optional(),
    }),
    output: z.object({
      token: z.string(),
      /** A CloudBase custom-login ticket, good for ten minutes. */
      ticket: z.string(),
      /** The latest end of the session. */
      expireTime: instant,
      admin: profile,
    }),
    example: { username: 'admin', password: EXAMPLE_PASSWORD },
  }),
  logout: adminWrite({
    input: z.strictObject({}),
    output: z.object({}),
    example: {},
    withOneTimePassword: true,
  }),
  getProfile: adminRead({
    input: z.strictObject({}),
    output: profile,
    example: {},
    withOneTimePassword: true,
  }),
  updateProfile: adminWrite({
    input: z.strictObject({
      nickName: line(20).min(1).optional(),
      avatar: optionalFilePath.optional(),
      rev,
    }),
    output: admin,
    example: { nickName: '管理员', rev: 1 },
  }),
  /** Ends every session of the administrator, including this one. */
  changePassword: adminWrite({
    input: changePasswordInput,
    output: z.object({}),
    example: { oldPassword: EXAMPLE_PASSWORD, newPassword: `${EXAMPLE_PASSWORD}-new` },
    withOneTimePassword: true,
  }),
  getSessions: adminRead({
    input: z.strictObject({}),
    output: z.object({ list: z.array(session) }),
    example: {},
  }),
  /** Only the administrator's own sessions. */
  revokeSession: adminWrite({
    input: z.strictObject({ id }),
    output: z.object({ _id: id }),
    example: { id: '00000000000000000000000000000000000000000000000000000000000demo1' },
  }),
};
