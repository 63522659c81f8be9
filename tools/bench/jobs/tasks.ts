import sharp from 'sharp';
import { RUNNINGHUB_PATH } from '../../../sandbox/runningHub/runningHub.ts';
import { createVisitor } from '../../../tests/product/visitor.ts';
import { timed, until } from '../../shared/ask.ts';
import { type JobRow, jobRow, type JobWorld } from './job.ts';

const VISITORS = 10;
const TASKS_EACH = 100;
const TASKS = VISITORS * TASKS_EACH;
/** As the stand-in takes them: more than one task at a time. */
const KEY = 'e1'.padEnd(32, 'a');
const AT_ONCE = 50;
const POOL = 'bench';

/** Raised, so that ten visitors may order what a thousand do. */
export const taskLimits = {
  PUBLIC_CALLS_PER_MINUTE: '1000000',
  ACCOUNTS_PER_ADDRESS: '10000',
  GIFTS_PER_ADDRESS: '10000',
  PHOTOS_PER_ADDRESS: '10000',
};

interface Template {
  _id: string;
  rev: number;
  vipOnly: boolean;
  workflowId: string;
  inputs: { key: string; required: boolean; nodeId: string; fieldName: string }[];
}

/** A template that needs nothing but a photo, made with a key of its own. */
const prepare = async ({ ask, standIns }: JobWorld): Promise<Template> => {
  await standIns.tell('runninghub', { queueMs: 0, runMs: 0 });
  const general = { registerGiftCredits: TASKS_EACH, dailyFreeTasks: 0 };
  await ask('adminSettings', 'updateSettings', { type: 'general', data: general });
  const task = {
    maxPerUser: TASKS_EACH,
    anonymousDaily: TASKS_EACH,
    addressDaily: TASKS,
    queueSec: 7_200,
    paidShare: 0,
  };
  await ask('adminSettings', 'updateSettings', { type: 'system', data: { task } });
  const { list } = await ask('adminTemplate', 'getTemplates', {
    page: 1,
    pageSize: 100,
    filter: { status: 'online', engine: 'workflow' },
  });
  const template = (list as Template[]).find(
    ({ vipOnly, inputs }) =>
      !vipOnly &&
      inputs.some(({ key }) => key === 'photo') &&
      inputs.every(({ key, required }) => key === 'photo' || !required),
  );
  if (!template) throw new Error('no template needs a photo only');
  const { _id, rev } = template;
  await ask('adminTemplate', 'updateTemplate', { _id, rev, costCredits: 1, apiKeyPool: POOL });
  await ask('adminApiKey', 'createApiKey', {
    name: '测速密钥',
    key: KEY,
    pool: POOL,
    kind: 'enterprise',
    maxConcurrency: AT_ONCE,
  });
  return template;
};

/**
 * 1,000 generation tasks, from the first order to the last picture. The stand-in answers as fast as it can; the floor is
 * the stand-in alone, so what a task takes beside it is the product's own.
 */
export const measureTasks = async (world: JobWorld): Promise<JobRow> => {
  const { ask, product } = world;
  const template = await prepare(world);
  const photo = await sharp({
    create: { width: 96, height: 128, channels: 3, background: '#a52' },
  })
    .jpeg()
    .toBuffer();
  const visitors = await Promise.all(
    Array.from({ length: VISITORS }, async (_, at) => {
      const { ask: order, upload } = await createVisitor(product.url, at);
      const own = await upload(new Uint8Array(photo));
      const wish = { templateId: template._id, inputs: { photo: own } };
      return () => order('appTask', 'createTask', wish);
    }),
  );
  const begun = Date.now();
  const countOf = async (status: string[]) => {
    const filter = { templateId: template._id, status, createTime: { from: begun } };
    const wish = { page: 1, pageSize: 1, filter, exactTotal: true };
    const { total } = await ask('adminTask', 'getTasks', wish);
    return Number(total);
  };
  const ours = await timed(async () => {
    await Promise.all(
      visitors.map(async order => {
        for (let count = 0; count < TASKS_EACH; count += 1) await order();
      }),
    );
    await until(
      async () => (await countOf(['succeeded', 'failed', 'timeout', 'cancelled'])) === TASKS,
    );
  });
  const succeeded = await countOf(['succeeded']);
  if (succeeded !== TASKS) throw new Error(`${succeeded} of ${TASKS} tasks succeeded`);
  return jobRow('tasks', TASKS, ours, await timed(() => askAlone(world, template, photo)));
};

/** The same calls of the image service as the product makes for a task, by as many clients. */
const askAlone = async (
  { standIns }: JobWorld,
  { workflowId, inputs }: Template,
  photo: Buffer,
) => {
  const service = `${standIns.url}${RUNNINGHUB_PATH}`;
  const authorization = `Bearer ${KEY}`;
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(service + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ apiKey: KEY, ...body }),
    });
    const { code, data } = (await answer.json()) as { code: number; data: unknown };
    if (code !== 0) throw new Error(`${path} answered ${code}`);
    return data;
  };
  const { nodeId, fieldName } = inputs.find(({ key }) => key === 'photo')!;
  const make = async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(photo)]), 'a.jpg');
    const uploaded = await fetch(`${service}/openapi/v2/media/upload/binary`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    const { data } = (await uploaded.json()) as { data: { fileName: string } };
    const nodeInfoList = [{ nodeId, fieldName, fieldValue: data.fileName }];
    const { taskId } = (await post('/task/openapi/create', { workflowId, nodeInfoList })) as {
      taskId: string;
    };
    const results = (await post('/task/openapi/outputs', { taskId })) as { fileUrl: string }[];
    for (const { fileUrl } of results) await (await fetch(fileUrl)).arrayBuffer();
  };
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      for (let count = 0; count < TASKS_EACH; count += 1) await make();
    }),
  );
};
