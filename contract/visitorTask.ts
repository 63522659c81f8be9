import {
  byId,
  listOutput,
  unsearchedListInput,
  visitorRead,
  visitorWrite,
  withId,
} from './action.ts';
import { callSentences } from './sentences/calls.ts';
import { lane, taskEntity } from './task.ts';
import { inputKey } from './templateInput.ts';
import { filePath, id, idemKey, instant, textValue, withinBytes, z } from './zod.ts';

/** A value of one of the template's inputs: text, number, switch, or the paths of the visitor's own photos. */
const inputValue = z.union([textValue(), z.number(), z.boolean(), z.array(filePath).min(1).max(9)]);
/** All values together have to fit into one call; 30,000 Chinese characters take 90,000 bytes. */
const MOST_INPUT_BYTES = 90_000;
/** The template's input → its value. */
export const taskInputs = withinBytes(
  z.record(inputKey, inputValue).refine(values => Object.keys(values).length <= 30, '最多 30 项'),
  MOST_INPUT_BYTES,
  callSentences.tooMuchText,
);
export type TaskInputs = z.output<typeof taskInputs>;

const of = taskEntity.record.shape;

/** The visitor's own task: nothing about keys, the provider or its costs. */
export const visitorTask = z.object({
  _id: id,
  taskNo: of.taskNo,
  createTime: instant,
  templateId: of.templateId,
  templateName: z.string(),
  presetId: of.presetId,
  status: of.status,
  /** Percent. */
  progress: of.progress,
  /** How many waiting tasks are served before this one; null for one that does not wait. */
  queueAhead: z.int().nullable(),
  lane,
  startTime: of.startTime,
  finishTime: of.finishTime,
  /** How long such a task usually takes; 0 where nothing is known. */
  averageSec: z.number(),
  costCredits: of.costCredits,
  isFree: of.isFree,
  isRefunded: of.isRefunded,
  /** What an order paid for it, in fen; it goes back where there is no result. */
  paidFen: of.paidFen,
  /** The visitor's photos, and what they chose or wrote. */
  inputs: of.inputs,
  outputs: of.outputs,
  /** Its pictures are made and wait to pass the moderation or a review. */
  inReview: of.inReview,
  errorCode: of.errorCode,
  /** Why there is no picture: a sentence of ours, or what support has written to the visitor. */
  errorText: of.errorText,
  userNote: of.userNote,
  rating: of.rating,
  /** When its pictures will be erased; null before there are any, and after. */
  expireTime: instant.nullable(),
  erasedTime: of.erasedTime,
  /** Pictures that support has taken away, and why. */
  removed: z.array(z.object({ filePath: z.string(), userNote: z.string() })),
});
export type VisitorTask = z.output<typeof visitorTask>;

const about = { templateId: id, presetId: id.optional() };

export const appTaskActions = {
  /** What a task would cost now, and why none can be started: '' for none. */
  quote: visitorRead({
    input: z.strictObject(about),
    output: z.object({
      costCredits: z.int(),
      /** Free tasks left today. */
      freeLeft: z.int(),
      credits: z.object({ paid: z.int(), gift: z.int() }),
      running: z.int(),
      mostRunning: z.int(),
      /** Waiting tasks that would be served before it. */
      queueAhead: z.int(),
      lane: z.enum(['paid', 'free']),
      averageSec: z.number(),
      refusal: z.string(),
      /** Why no task of the caller, who has not paid, can be started; one that is bought singly can. */
      stop: z.string(),
      /** For how much one task can be bought now, in fen; null where it cannot. */
      priceFen: z.int().nullable(),
    }),
    example: { templateId: 'tpl_0001' },
  }),
  /**
   * Takes the credits and answers at once; the pictures are made afterwards. `expectCredits` is what was shown: 40902
   * with the new cost if it has changed. The same `idemKey` answers the same task.
   */
  createTask: visitorWrite({
    input: z.strictObject({
      ...about,
      inputs: taskInputs,
      expectCredits: z.int().min(0).optional(),
      idemKey: idemKey.optional(),
    }),
    output: visitorTask,
    example: {
      templateId: 'tpl_0001',
      inputs: { photo: 'user_upload/demo/photo_0001.jpg' },
    },
  }),
  getTask: visitorRead(withId(visitorTask, 'task_0001')),
  /** Newest first, without deleted ones. */
  getTasks: visitorRead({
    input: unsearchedListInput({ group: z.enum(['active', 'succeeded', 'failed']) }, [
      'createTime',
    ]),
    output: listOutput(visitorTask),
    example: { page: 1, pageSize: 20 },
  }),
  /** While it waits; the credits come back. */
  cancelTask: visitorWrite(withId(visitorTask, 'task_0004')),
  /** Erases the pictures of ended tasks; what has gone, or is another visitor's, is passed over. */
  deleteTasks: visitorWrite({
    input: z.strictObject({ ids: z.array(id).min(1).max(50) }),
    output: z.object({ deleted: z.array(id) }),
    example: { ids: ['task_0002'] },
  }),
  /** Null takes it back. */
  rateTask: visitorWrite({
    input: byId.extend({ rating: of.rating.unwrap() }),
    output: visitorTask,
    example: { id: 'task_0001', rating: 5 },
  }),
};
