import { adminRead, adminWrite, always, publicWrite, withoutInput } from './action.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, texts } from './constants.ts';
import { plainId, plainText } from './pasted.ts';
import { savedViewActions } from './savedView.ts';
import { id, instant, line, optionalFilePath, pasted, recordFields, rev, z } from './zod.ts';

/** What administrators may see of an administrator; the password hash is not included. */
export const admin = z.object({
  ...recordFields,
  username: z.string(),
  nickName: z.string().default(''),
  avatar: z.string().default(''),
  /** Id of its role. */
  role: z.string().default(''),
  lastLoginTime: instant.nullable().default(null),
  /** Its password was made for it, and signs in until then; null once it has chosen its own. */
  oneTimeUntil: instant.nullable().default(null),
  /** Since when it has the second factor that it has; null for none. */
  secondFactorTime: instant.nullable().default(null),
});
export type Admin = z.output<typeof admin>;

/** One's own record, and what one may. */
const profile = admin.extend({
  roleName: z.string(),
  rights: z.array(z.string()),
  /** Up to how much they reach; see `rights/roles.ts`. */
  limits: z.object({
    refundLimitFen: z.int().nullable(),
    refundDayFen: z.int().nullable(),
    creditLimit: z.int().nullable(),
    creditDayLimit: z.int().nullable(),
    memberDaysLimit: z.int().nullable(),
    memberDaysDayLimit: z.int().nullable(),
  }),
});

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

/** A device that needs no code of the second factor at sign-in until then. */
export const rememberedDevice = z.object({
  _id: id,
  createTime: instant,
  expireTime: instant,
  ip: z.string().default(''),
  userAgent: z.string().default(''),
});
export type RememberedDevice = z.output<typeof rememberedDevice>;

/** Lower case, so that 'Admin' and 'admin' are the same name. */
export const username = pasted()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_.-]{2,31}$/,
    '3 到 32 位，以小写字母开头，只含小写字母、数字、下划线、点和短横线',
  );

const TOO_LONG = `密码长度不能超过${MAX_PASSWORD_LENGTH}个字符`;

/** Length is counted in code points; the text is not trimmed. It is compared in its normal form. */
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

/**
 * The password in the examples; they work where `ADMIN_INITIAL_PASSWORD` has this value. It is published, so that only
 * the environment `local` takes it.
 */
export const EXAMPLE_PASSWORD = 'local-admin-2026';

const signedIn = z.object({
  token: z.string(),
  /** A CloudBase custom-login ticket, good for ten minutes. */
  ticket: z.string(),
  /** The latest end of the session. */
  expireTime: instant,
  admin: profile,
});

/** Shown in the list of sessions. */
const userAgent = line(300);
const password = z.string('请输入密码').min(1, '请输入密码').max(512);
/** Six digits, or a recovery code; as typed, with spaces and hyphens, or as pasted with what stands around it. */
const factorCode = z.string('请输入验证码').overwrite(plainText).min(1, '请输入验证码').max(200);
/** Answered this once. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second factor: codes by time (RFC 6238), and recovery codes in their place. */
const secondFactorActions = {
  getSecondFactor: adminRead({
    right: null,
    input: z.strictObject({}),
    output: z.object({
      /** null while there is none. */
      since: instant.nullable(),
      /** Its role must have one. */
      isRequired: z.boolean(),
      /** Recovery codes that have not been used. */
      recoveryLeft: z.int(),
      devices: z.array(rememberedDevice),
    }),
    example: {},
    withoutFactor: true,
  }),
  /** A new secret, answered this once; in effect when a code made with it comes back. */
  beginSecondFactor: adminWrite({
    right: null,
    input: z.strictObject({ password }),
    output: z.object({ uri: z.string(), secret: z.string() }),
    example: { password: EXAMPLE_PASSWORD },
    withoutFactor: true,
    asksFactor: always,
  }),
  /** Switches on what was begun, or puts it in the place of the one before, which ends all remembered devices. */
  enableSecondFactor: adminWrite({
    right: null,
    input: z.strictObject({ code: factorCode }),
    output: recoveryCodes,
    example: { code: '123456' },
    withoutFactor: true,
    asksFactor: always,
  }),
  /** Refused while the role requires one. */
  disableSecondFactor: adminWrite({
    right: null,
    input: z.strictObject({ password, code: factorCode }),
    output: z.object({}),
    example: { password: EXAMPLE_PASSWORD, code: '123456' },
  }),
  /** The earlier ones are no longer valid. */
  renewRecoveryCodes: adminWrite({
    right: null,
    input: z.strictObject({ code: factorCode }),
    output: recoveryCodes,
    example: { code: '123456' },
  }),
  /** For ten minutes this session may do what asks for the second factor. Without one nothing is to be confirmed. */
  confirmSecondFactor: adminWrite({
    right: null,
    input: z.strictObject({ code: factorCode }),
    output: z.object({}),
    example: { code: '123456' },
  }),
  /** One's own; one that is not remembered any more is no mistake. */
  forgetDevice: adminWrite({
    right: null,
    input: z.strictObject({ id }),
    output: z.object({}),
    example: { id: '00000000000000000000000000000000000000000000000000000000000demo3' },
  }),
};

export const adminAuthActions = {
  ...secondFactorActions,
  ...savedViewActions,
  /**
   * One message, 40301, for an unknown name, a wrong password and a locked name. Where there is a second factor, 40304
   * with a challenge for `confirmLogin` in place of a session.
   */
  login: publicWrite({
    input: z.strictObject({
      username: z.string('请输入用户名').overwrite(plainId).min(1, '请输入用户名').max(64),
      password,
      userAgent: userAgent.optional(),
      /** The token of a remembered device. */
      deviceToken: z.string().max(128).optional(),
    }),
    output: signedIn,
    example: { username: 'admin', password: EXAMPLE_PASSWORD },
  }),
  /** The second step of a sign-in, within five minutes and from the same network. */
  confirmLogin: publicWrite({
    input: z.strictObject({
      challenge: z.string().min(1).max(128),
      code: factorCode,
      /** Asks for no code on this device for 30 days. */
      remember: z.boolean().optional(),
      userAgent: userAgent.optional(),
    }),
    output: signedIn.extend({ deviceToken: z.string().optional() }),
    example: { challenge: 'AbCdEfGh', code: '123456' },
  }),
  logout: adminWrite({
    right: null,
    input: z.strictObject({}),
    output: z.object({}),
    example: {},
    withOneTimePassword: true,
  }),
  getProfile: adminRead({
    right: null,
    input: z.strictObject({}),
    output: profile,
    example: {},
    withOneTimePassword: true,
  }),
  updateProfile: adminWrite({
    right: null,
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
    right: null,
    input: changePasswordInput,
    output: z.object({}),
    example: { oldPassword: EXAMPLE_PASSWORD, newPassword: `${EXAMPLE_PASSWORD}-new` },
    withOneTimePassword: true,
  }),
  getSessions: adminRead({ right: null, ...withoutInput(z.object({ list: z.array(session) })) }),
  /** Only the administrator's own sessions. */
  revokeSession: adminWrite({
    right: null,
    input: z.strictObject({ id }),
    output: z.object({ _id: id }),
    example: { id: '00000000000000000000000000000000000000000000000000000000000demo1' },
  }),
};
