import { adminRead, adminWrite, always, paging, withoutInput } from './action.ts';
import { DEFAULT_IMAGE_STYLES } from './constants.ts';
import { feedbackTopics } from './feedbackTopics.ts';
import { legalKinds, MAX_LEGAL_LENGTH } from './legal.ts';
import { userEventNames } from './messageEvents.ts';
import { probe } from './probe.ts';
import { type Right, secretSettings } from './rights/rights.ts';
import {
  settingDefaults,
  settingFields,
  settingSecrets,
  type SettingType,
  settingTypes,
} from './settingFields.ts';
import { typesOf } from './settings.ts';
import { oneOf } from './states.ts';
import { author, id, instant, text, z } from './zod.ts';

export { type SettingType };

const typeName = oneOf(settingTypes);

/** The values by type; secrets as masks, '' where none is set. */
const settingsOf = (type: SettingType) =>
  z.object({
    type: z.literal(type),
    /** 0 as long as nothing has been saved. */
    rev: z.int().min(0),
    updateTime: instant.nullable(),
    updateBy: author.nullable(),
    /** Stored secrets that can no longer be decrypted: they must be set again or cleared. */
    damagedSecrets: z.array(z.string()),
    data: typesOf(settingDefaults[type]) as z.ZodType<Record<string, unknown>>,
  });
const anySettings = z.discriminatedUnion('type', [
  settingsOf('general'),
  settingsOf('compliance'),
  settingsOf('payment'),
  settingsOf('notification'),
  settingsOf('system'),
]);
export type SettingsAnswer = z.output<typeof anySettings>;

/** The version that was read; screens send it, scripts may omit it. */
const readRev = z.int().min(0).optional();

/** The changed fields, by group. A secret that is absent, empty or masked is kept; `{clear: true}` removes it. */
const updateOf = <T extends SettingType>(type: T) =>
  z.strictObject({ type: z.literal(type), rev: readRev, data: settingFields[type] });
const anyUpdate = z.discriminatedUnion('type', [
  updateOf('general'),
  updateOf('compliance'),
  updateOf('payment'),
  updateOf('notification'),
  updateOf('system'),
]);

/** Which version of a text is current. */
const legalText = z.object({
  kind: z.enum(legalKinds),
  /** '' while none is published. */
  version: z.string(),
  /** What the published text says otherwise than the settings do today: labels. */
  outdated: z.array(z.string()),
});
export type LegalText = z.output<typeof legalText>;

/** A text as it is edited. */
const legalDraft = legalText.omit({ outdated: true }).extend({
  text: z.string(),
  /** What the product's settings make of the default text now. */
  suggested: z.string(),
  /** The newest versions, the current one first. */
  history: z.array(z.object({ version: z.string(), createTime: instant, by: author.nullable() })),
});
export type LegalDraft = z.output<typeof legalDraft>;

const hasSecrets = (type: SettingType) => settingSecrets[type].length > 0;

interface OfType {
  type: SettingType;
}
const toRead = ({ type }: OfType): Right =>
  secretSettings.includes(type) ? 'settings.secrets' : 'settings.read';
const toWrite = ({ type }: OfType): Right =>
  secretSettings.includes(type) ? 'settings.secrets' : 'settings.write';

export const adminSettingsActions = {
  getSettings: adminRead({
    right: toRead,
    input: z.strictObject({ type: typeName }),
    output: anySettings,
    example: { type: 'general' },
  }),
  updateSettings: adminWrite({
    right: toWrite,
    input: anyUpdate,
    output: anySettings,
    asksFactor: ({ type, data }) =>
      hasSecrets(type) || (type === 'system' && data.secondFactor !== undefined),
    example: {
      type: 'system',
      data: { imageStyles: DEFAULT_IMAGE_STYLES, task: { maxPerUser: 2 } },
    },
  }),
  getPaymentSettings: adminRead({
    right: 'settings.secrets',
    ...withoutInput(settingsOf('payment')),
  }),
  updatePaymentSettings: adminWrite({
    right: 'settings.secrets',
    input: z.strictObject({ rev: readRev, data: settingFields.payment }),
    output: settingsOf('payment'),
    example: { data: { orderExpireMin: 30 } },
    asksFactor: always,
  }),
  getNotificationSettings: adminRead({
    right: 'settings.secrets',
    ...withoutInput(settingsOf('notification')),
  }),
  updateNotificationSettings: adminWrite({
    right: 'settings.secrets',
    input: z.strictObject({ rev: readRev, data: settingFields.notification }),
    output: settingsOf('notification'),
    example: { data: { quietHours: { on: true, from: '22:30' } } },
    asksFactor: always,
  }),
  /** Whether what nobody asks for is done in time: timers, jobs, callbacks, queues; and what keeps virtual goods from being sold. */
  getSystemStatus: adminRead({
    right: 'settings.read',
    input: z.strictObject({}),
    output: z.object({
      now: instant,
      /** When the platform last called a function by the clock, as far as that is noted. */
      timers: z.array(z.object({ function: z.string(), lastTime: instant.nullable() })),
      jobs: z.array(
        z.object({
          name: z.string(),
          /** When it has something to do; null: nothing that is known of. */
          next: instant.nullable(),
          runningSince: instant.nullable(),
          lastTime: instant.nullable(),
          failedTime: instant.nullable(),
          /** Name and code of the last run's error; '' for none. */
          failure: z.string(),
        }),
      ),
      callbacks: z.array(z.object({ source: z.string(), lastTime: instant.nullable() })),
      queues: z.object({ tasks: z.int(), messages: z.int() }),
      /** Sentences: what is wrong, and what to do. */
      warnings: z.array(z.string()),
    }),
    example: {},
  }),
  /**
   * Figures of a year, in Shanghai, for what the law asks each year (docs/before-you-open.md); without `year`, of the one
   * whose report is due next.
   */
  getYearlyDuties: adminRead({
    right: 'settings.read',
    input: z.strictObject({ year: z.int().min(2025).max(2100).optional() }),
    output: z.object({
      year: z.int(),
      minorsDue: instant,
      /** Users under 14 whose guardian has agreed to photos in the year. */
      guardedUsers: z.int(),
      complaints: z.array(
        z.object({
          topic: oneOf(feedbackTopics),
          count: z.int(),
          handled: z.int(),
          medianMs: z.int().nullable(),
          longestMs: z.int().nullable(),
        }),
      ),
      deletions: z.object({ byUsers: z.int(), byAdministrators: z.int() }),
      /** Pictures of users that were taken away, and those among them whose reason is the person in them. */
      removed: z.object({ all: z.int(), ofPersons: z.int() }),
      looks: z.int(),
      exported: z.int(),
      downloaded: z.int(),
      withdrawn: z.int(),
      /** Administrators who may see pictures of users; names where the role sees administrators. */
      looking: z.object({ count: z.int(), names: z.array(z.string()) }),
      /** There is more than was looked at. */
      isCut: z.boolean(),
    }),
    example: {},
  }),
  /** Earlier versions of the settings, newest first: complete, as restoring makes them, without secrets. */
  getSettingRevisions: adminRead({
    right: toRead,
    input: z.strictObject({ type: typeName, ...paging }),
    output: z.object({
      list: z.array(
        z.object({
          rev: z.int(),
          createTime: instant,
          by: author.nullable(),
          data: z.record(z.string(), z.unknown()),
        }),
      ),
      total: z.int(),
    }),
    example: { type: 'general' },
  }),
  /** Stores an earlier version as a new one, in place of the one that was read; secrets keep their current values. */
  restoreSetting: adminWrite({
    right: toWrite,
    input: z.strictObject({ type: typeName, rev: z.int().min(1), currentRev: readRev }),
    output: anySettings,
    example: { type: 'general', rev: 1 },
    asksFactor: ({ type }) => hasSecrets(type) || type === 'system',
  }),
  /** The texts that visitors read and agree to, without their words, and what is missing before the service may be opened. */
  getLegalTexts: adminRead({
    right: 'settings.read',
    ...withoutInput(z.object({ list: z.array(legalText), missing: z.array(z.string()) })),
  }),
  getLegalText: adminRead({
    right: 'settings.read',
    input: z.strictObject({ kind: z.enum(legalKinds) }),
    output: legalDraft,
    example: { kind: 'privacy' },
  }),
  /**
   * Makes a text the current one, under the day as its version; the earlier ones are kept. Visitors agree again to a new
   * agreement, privacy text or text on faces. Refused while places are left to be filled in.
   */
  publishLegalText: adminWrite({
    right: 'settings.write',
    input: z.strictObject({
      kind: z.enum(legalKinds),
      text: text(MAX_LEGAL_LENGTH).min(100),
      /** The version that was read; '' for none. */
      version: z.string().max(20).optional(),
    }),
    output: legalText.pick({ kind: true, version: true }),
    example: {
      kind: 'collection',
      text: '## 收集什么\n\n' + '照片用于制作你选择的作品。'.repeat(10),
    },
  }),
  /** Asks the gateway for an order that does not exist: a signed "not found" proves that keys and address are right. */
  testPayment: adminWrite({
    right: 'settings.secrets',
    input: z.strictObject({ channel: z.enum(['wxpay', 'virtual']).default('wxpay') }),
    output: probe,
    example: {},
  }),
  /** Really sends one with sample values: to a user of WeChat, the team chat, or every address of the alerts. */
  testNotification: adminWrite({
    right: 'settings.secrets',
    input: z.discriminatedUnion('channel', [
      z.strictObject({
        channel: z.literal('subscribe'),
        event: z.enum(userEventNames),
        userId: id,
      }),
      z.strictObject({ channel: z.literal('wecom') }),
      z.strictObject({ channel: z.literal('email') }),
    ]),
    output: probe,
    example: { channel: 'wecom' },
  }),
  /** Stores, reads and removes a small file. */
  testStorage: adminWrite({ right: 'settings.write', ...withoutInput(probe) }),
};
