import { actors } from '#contract/sentences/actors.ts';
import { z } from '#contract/zod.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { jsonAnswer, type WebHandler } from '../_shared/base/httpFunction.ts';
import { heardOf } from '../_shared/tasks/adopt.ts';
import { taskNoIn } from '../_shared/tasks/webhook.ts';

const MOST_BYTES = 1_000_000;
const report = z.object({ taskId: z.union([z.string(), z.number()]).transform(String) });

const refused = () => jsonAnswer(404, { code: 'NOT_FOUND' });

const parsed = (body: string) => {
  try {
    return report.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
};

/**
 * The generator's report of an ended task. It is not signed: the address holds a secret made for the task. What the
 * report says besides the task's number is not believed, but asked for.
 */
export const generatorReport: WebHandler = async (request, requestId) => {
  const taskNo = request.httpMethod === 'POST' ? taskNoIn(request.path) : null;
  const report = taskNo && request.body.length <= MOST_BYTES ? parsed(request.body) : null;
  if (!taskNo || !report || !/^\d{1,30}$/.test(report.taskId)) return refused();
  const actor = systemActor(actors.generator, 'callback', 'generatorReport', requestId);
  return (await heardOf(taskNo, report.taskId, actor)) ? jsonAnswer(200, { code: 0 }) : refused();
};
