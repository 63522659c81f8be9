import { _, app } from '#cloudfunctions/_shared/base/cloud.ts';
import { files } from '#cloudfunctions/_shared/base/files.ts';
import type { FindOptions } from '#cloudfunctions/_shared/base/repository.ts';
import { settingsOf } from '#cloudfunctions/_shared/base/settings.ts';
import { missingNow } from '#cloudfunctions/_shared/legal/published.ts';
import { messages } from '#cloudfunctions/_shared/messages/messages.ts';
import { orders } from '#cloudfunctions/_shared/orders/orders.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { explain } from '../deploy/explain.ts';
import { declaredParts } from '../deploy/run.ts';
import { type Answer, fine, NOT_ON_LIST, unasked, wrong } from './answer.ts';
import { askDeclared, askSecrets } from './declared.ts';
import { askGateway } from './gateway.ts';
import { askGenerator, askPayment, askTimers, askVideos, askVirtual } from './services.ts';
import { askCallbacks, askSite } from './site.ts';

const newest: FindOptions = { sort: [['createTime', 'desc']], limit: 100 };

/** Whether WeChat takes calls from the functions' addresses, by what it said to the newest messages and deliveries. */
const askAddresses = async ({ functions }: Deployment): Promise<Answer> => {
  const question = "WeChat: are the functions' addresses on its list?";
  const [newestMessages, shipped] = await Promise.all([
    messages.find({ channel: 'subscribe' }, newest),
    orders.find({ 'upload.status': _.in(['waiting', 'failed', 'synced']) }, newest),
  ]);
  const refused = Math.max(
    0,
    ...newestMessages
      .filter(({ reason }) => reason === messageSentences.addressNotAllowed)
      .map(({ updateTime }) => updateTime),
    // An order changes for other reasons too, and does not keep when it was refused.
    ...shipped
      .filter(({ upload }) => upload.reason === uploadSentences.refused(NOT_ON_LIST))
      .map(({ createTime }) => createTime),
  );
  const accepted = Math.max(
    0,
    ...newestMessages.map(({ sentTime }) => sentTime ?? 0),
    ...shipped.map(({ upload }) => upload.time ?? 0),
  );
  if (accepted > refused) return fine(question, `it took a call at ${timeOf(accepted)}`);
  if (refused === 0)
    return unasked(
      question,
      'no message and no delivery was sent yet',
      '发送测试 in 系统设置 › 通知设置 tries it',
    );
  const { addresses = [] } = functions.get('worker') ?? {};
  return wrong(
    question,
    `it refused a call at ${timeOf(refused)} (${NOT_ON_LIST})`,
    `put ${addresses.join(', ') || 'the address that npm run deploy sets and names'} on the mini-program's list (开发管理 › 开发设置 › IP 白名单)`,
  );
};

const timeOf = (time: number) => new Date(time).toISOString();

/** Whether the platform installed a decoder beside the function that makes the pictures that pages show. */
const askPictures = async (): Promise<Answer> => {
  const question = 'Pictures: are the copies made that pages show?';
  const [picture] = await files.find(
    { mime: 'image/jpeg', status: 'active', scene: 'template' },
    { sort: [['createTime', 'desc']], limit: 1 },
  );
  if (!picture) return unasked(question, 'no picture is stored yet', 'ask again later');
  const { imageStyles } = await settingsOf('system');
  const url = picture.filePath + imageStyles.uploadimage;
  const { result } = (await app.callFunction({
    name: 'imageCopy',
    data: { action: 'makeCopy', data: { url } },
  })) as { result?: { code?: number; message?: string; data?: { url?: string } } };
  const copy = result?.data?.url ? await fetch(result.data.url).catch(() => undefined) : undefined;
  if (copy?.ok) return fine(question, copy.headers.get('content-type') ?? 'yes');
  return wrong(
    question,
    copy
      ? `the copy of ${picture.filePath} answered ${copy.status}`
      : `imageCopy answered ${result?.code}, ${result?.message} for ${picture.filePath}`,
    'look at its log (npm run logs); npm run deploy installs its packages again',
  );
};

/** Whether all is there that the law asks of a service that is open to the public. */
const askLegal = async (): Promise<Answer> => {
  const question = 'Open to the public: is all there that the law asks for?';
  const missing = await missingNow();
  return missing.length === 0
    ? fine(question, 'yes')
    : wrong(
        question,
        `missing: ${missing.join('、')}`,
        'fill it in under 系统设置 › 合规 (docs/before-you-open.md); no further template goes online before',
      );
};

/** What is asked together, under the name it has where it could not be asked. */
type Group = [name: string, ask: () => Answer | Promise<Answer | Answer[]>];

const groupsOf = (deployment: Deployment): Group[] => [
  ...declaredParts(deployment).map((part): Group => [part.title, () => askDeclared(part)]),
  ['Secrets', () => askSecrets(deployment)],
  ['Site', () => askSite(deployment)],
  ['Gateway', () => askGateway(deployment)],
  ['Callbacks', () => askCallbacks(deployment)],
  ['Timers', () => askTimers(deployment)],
  ['Open to the public', askLegal],
  ['Pictures', askPictures],
  ['WeChat Pay', askPayment],
  ['Virtual payment', () => askVirtual(deployment)],
  ['VOD', askVideos],
  ['RunningHub', askGenerator],
  ["WeChat's list of addresses", () => askAddresses(deployment)],
];

/**
 * Asks a running environment what a deployment left it to do, and reports each answer as it comes. The server SDK must
 * point at it, and the functions' variables be set, before this is loaded.
 */
export const examine = async (
  deployment: Deployment,
  report: (answer: Answer) => void,
): Promise<void> => {
  for (const [name, ask] of groupsOf(deployment)) {
    try {
      [await ask()].flat().forEach(report);
    } catch (error) {
      report(
        wrong(
          `${name}: could not be asked.`,
          // The platform's own words may have several lines.
          explain(error, deployment.cloud).replace(/\s+/g, ' '),
          'mend that and ask again; npm run deploy makes what is missing',
        ),
      );
    }
  }
};
