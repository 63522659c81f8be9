import { dayOf } from '#contract/shanghai.ts';
import type { Template } from '#contract/template.ts';
import type { Scene } from './catalogue.ts';
import { type DemoPicture, drawCover } from './pictures.ts';

type DemoTemplate = Pick<
  Template,
  '_id' | 'name' | 'engine' | 'status' | 'createTime' | 'lastTrial' | 'trialPassed'
>;

const portrait: Scene = 'portrait';
const MINUTE = 60_000;

/** Successful trials of the first template and of every other draft, as tasks and as their templates remember them. */
export const demoTrials = (templates: DemoTemplate[], now: number) => {
  const pictures: DemoPicture[] = [];
  const tried = templates.filter(
    ({ status, engine }, at) =>
      at === 0 || (status === 'draft' && engine !== 'local' && at % 2 === 0),
  );
  const tasks = tried.map((template, at) => {
    const _id = `task_trial_${String(at + 1).padStart(4, '0')}`;
    const filePath = `results/trial/${_id}/1.jpg`;
    const row = { scene: 'task_result', name: `${template.name}.jpg`, createBy: null };
    pictures.push({ filePath, draw: () => drawCover(portrait, 900 + at), row });
    const createTime = now - (at + 1) * 40 * MINUTE;
    const [costSec, coins] = [24 + at * 3, 16 + at * 2];
    const finishTime = createTime + (costSec + 6) * 1_000;
    template.lastTrial = { taskId: _id, time: finishTime, succeeded: true, costSec, coins };
    template.trialPassed = true;
    return {
      _id,
      rev: 8,
      createTime,
      updateTime: finishTime,
      taskNo: `T${dayOf(createTime)}${String(90_000_000 + at)}`,
      userId: '',
      openid: '',
      isTrial: true,
      templateId: template._id,
      presetId: '',
      templateSnap: { name: template.name, engine: template.engine, rev: 1 },
      inputs: [
        { key: 'photo', type: 'image', value: null, filePath: 'template/demo/unused_0001.jpg' },
      ],
      nodeInfoList: [],
      slot: _id,
      slotKey: '',
      visibleTo: '',
      erasedTime: null,
      history: [],
      costCredits: 0,
      held: { paid: 0, gift: 0 },
      isRefunded: false,
      refundReason: '',
      status: 'succeeded',
      progress: 100,
      apiKeyId: '',
      rhTaskId: '',
      attempts: 1,
      submitTime: createTime + 3_000,
      startTime: createTime + 4_000,
      finishTime,
      deadline: createTime + 600_000,
      nextPollTime: 0,
      outputs: [{ filePath, fileType: 'jpg', width: 900, height: 1_200, nodeId: '9' }],
      coins,
      costSec,
      errorCode: '',
      errorRaw: '',
      errorText: '',
      cancelReason: '',
      rating: null,
      retryOf: '',
      retriedBy: '',
    };
  });
  return { tasks, pictures };
};
