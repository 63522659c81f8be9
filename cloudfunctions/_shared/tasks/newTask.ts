import type { Preset } from '#contract/preset.ts';
import { taskSentences } from '#contract/sentences/tasks.ts';
import { taskEntity } from '#contract/task.ts';
import type { Template } from '#contract/template.ts';
import type { Settings } from '../base/settings.ts';
import type { Transaction } from '../base/transaction.ts';
import type { PlannedInputs } from './plan.ts';
import { type Lane, rankOf } from './rank.ts';
import { newTaskNo, type StoredTask, taskGrams } from './tasks.ts';

/** A task before anything has been done for it. */
export const unstarted = () => ({
  status: 'created' as const,
  ...taskEntity.blank(),
  slotKey: '',
  uploads: {},
  sentTime: 0,
  silent: 0,
  polls: 0,
  results: [],
  freeDay: '',
  errorRaw: '',
});

export interface Ordered {
  template: Template;
  preset: Preset | null;
  planned: PlannedInputs;
  limits: Settings<'system'>['task'];
}

export interface Owner {
  userId: string;
  openid: string;
  /** As the history names who asked. */
  by: string;
}

const numberedTask = (taskNo: string) => ({ taskNo, grams: taskGrams(taskNo) });

/** The row of a new task, due at once; what it costs is the caller's. */
export const newTask = (
  _id: string,
  { template, preset, planned, limits }: Ordered,
  { userId, openid, by }: Owner,
  costs: Pick<StoredTask, 'costCredits' | 'held' | 'valueFen' | 'isFree' | 'freeDay' | 'isTrial'>,
  { lane, turn }: { lane: Lane; turn: number },
  { now }: Pick<Transaction, 'now'>,
) => ({
  ...unstarted(),
  _id,
  slot: _id,
  ...numberedTask(newTaskNo(now)),
  userId,
  openid,
  visibleTo: openid,
  templateId: template._id,
  templateSnap: { name: template.name, engine: template.engine, rev: template.rev },
  presetId: preset?._id ?? '',
  inputs: planned.inputs,
  nodeInfoList: planned.nodes,
  pool: template.apiKeyPool,
  rank: rankOf(lane, turn, now, _id),
  plan: {
    workflowId: template.workflowId,
    webappId: template.webappId,
    outputType: template.outputType,
    largeMemory: template.largeMemory,
    timeoutSec: template.timeoutSec ?? limits.timeoutSec,
    queueSec: limits.queueSec,
    averageSec: template.averageSec,
  },
  ...costs,
  nextPollTime: now,
  deadline: now + limits.queueSec * 1_000,
  history: [{ time: now, from: '', to: 'created', by, reason: taskSentences.accepted }],
});
