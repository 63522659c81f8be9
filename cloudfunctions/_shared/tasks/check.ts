import { taskSentences } from '#contract/sentences/tasks.ts';
import type { Actor } from '../base/actor.ts';
import { pagesOf } from '../base/pages.ts';
import type { Settings } from '../base/settings.ts';
import { readFile } from '../base/storage.ts';
import { moderateImage, moderateText, type Verdict } from '../moderation/client.ts';
import { occursIn, readText } from '../moderation/occurrence.ts';
import { moderationIn } from '../moderation/settings.ts';
import { keywords } from '../templates/records.ts';
import { fail } from './end.ts';
import type { EngineSettings } from './engineSettings.ts';
import { claim, write } from './lease.ts';
import { afterSilence } from './rhythm.ts';
import { moved, type StoredTask } from './tasks.ts';

/** Silences of the moderation after which a task ends: nothing unchecked is made. */
const MOST_SILENCES = 5;

const textsOf = ({ inputs }: StoredTask): string[] =>
  inputs
    .filter(({ type }) => type === 'text' || type === 'textarea')
    .map(({ value }) => String(value ?? '').trim())
    .filter(Boolean);

const photosOf = ({ inputs }: StoredTask) => [
  ...new Set(inputs.map(({ filePath }) => filePath).filter(Boolean)),
];

const WORDS_AT_ONCE = 1_000;

/** Looks for words of our own list, whatever the moderation says, in each input by itself. */
const haveSensitiveWord = async (given: string[]): Promise<boolean> => {
  const texts = given.map(readText);
  const sensitive = { type: 'sensitive', status: 'enabled' };
  const shown = { limit: WORDS_AT_ONCE, fields: ['norm', 'aliases'] };
  for await (const words of pagesOf(keywords, sensitive, shown)) {
    const names = words.flatMap(({ norm, aliases }) => [norm, ...(aliases ?? [])]);
    if (texts.some(text => names.some(name => occursIn(name, text)))) return true;
  }
  return false;
};

type Judgement = Verdict | 'gone';

/** One after another; the first that is not passed decides. */
const judge = async (
  task: StoredTask,
  { images, texts, refuseDoubtful, imageBizType, textBizType }: Settings<'system'>['moderation'],
): Promise<Judgement> => {
  const strict = (verdict: Verdict): Verdict =>
    verdict === 'doubtful' ? (refuseDoubtful ? 'refused' : 'pass') : verdict;
  const given = textsOf(task);
  const text = given.join('\n');
  if (text && (await haveSensitiveWord(given))) return 'refused';
  if (texts && text) {
    const verdict = strict(await moderateText(text, textBizType));
    if (verdict !== 'pass') return verdict;
  }
  for (const path of images ? photosOf(task) : []) {
    const content = await readFile(path);
    if (!content) return 'gone';
    const verdict = strict(await moderateImage(content, imageBizType));
    if (verdict !== 'pass') return verdict;
  }
  return 'pass';
};

/** Checks what the visitor gave; what passes waits for a key. */
export const check = async (
  found: StoredTask,
  { system }: EngineSettings,
  by: Actor,
): Promise<void> => {
  const now = Date.now();
  const moderation = moderationIn(system);
  const task = await claim(found, {
    status: 'checking',
    ...(found.status === 'created' && { history: moved(found, 'checking', now, by.name) }),
  });
  if (!task) return;
  const verdict = await judge(task, moderation);
  if (verdict === 'gone')
    return void (await fail(task, 'NOT_FOUND', by, { reason: taskSentences.photoGone }));
  if (verdict === 'refused')
    return void (await fail(task, 'CONTENT_REJECTED', by, { reason: taskSentences.checkRefused }));
  if (verdict === 'silent') {
    const silent = task.silent + 1;
    if (silent < MOST_SILENCES)
      return void (await write(task, { silent, nextPollTime: Date.now() + afterSilence(silent) }));
    return void (await fail(task, 'SERVICE_BUSY', by, { reason: taskSentences.checkSilent }));
  }
  const isChecked = moderation.images || moderation.texts;
  const sentence = isChecked ? taskSentences.checkPassed : taskSentences.checkSkipped;
  const queueTime = Date.now();
  const deadline = queueTime + task.plan.queueSec * 1_000;
  await write(task, {
    status: 'queued',
    queueTime,
    deadline,
    silent: 0,
    // A waiting task is found by its place in the queue; it is due only when it has waited too long.
    nextPollTime: deadline,
    history: moved(task, 'queued', queueTime, by.name, sentence),
  });
};
