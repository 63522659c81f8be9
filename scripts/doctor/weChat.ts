import { _ } from '#cloudfunctions/_shared/base/cloud.ts';
import type { FindOptions } from '#cloudfunctions/_shared/base/repository.ts';
import { messages } from '#cloudfunctions/_shared/messages/messages.ts';
import { orders } from '#cloudfunctions/_shared/orders/orders.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { uploadSentences } from '#contract/sentences/shipping.ts';
import type { Cloud } from '../deploy/cloud.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** WeChat's code for a caller whose address is not on the mini-program's list. */
const NOT_ON_LIST = 40164;

const newest: FindOptions = { sort: [['createTime', 'desc']], limit: 100 };

/** Whether WeChat takes calls from the functions' addresses, by what it said to the newest messages and deliveries. */
export const askAddresses = async ({ cloud }: Deployment): Promise<Answer> => {
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
  const addresses = await addressesOfFunctions(cloud).catch(() => []);
  return wrong(
    question,
    `it refused a call at ${timeOf(refused)} (${NOT_ON_LIST})`,
    `put ${addresses.join(', ') || "the functions' outgoing addresses (云函数 › 固定 IP)"} on the mini-program's list (开发管理 › 开发设置 › IP 白名单)`,
  );
};

const timeOf = (time: number) => new Date(time).toISOString();

/** Those that are fixed; without, they change. */
const addressesOfFunctions = async ({ library, attempt }: Cloud): Promise<string[]> => {
  const detail = await attempt('GetFunction', () => library.functions.getFunctionDetail('worker'));
  return detail.PublicNetConfig.EipConfig.EipAddress ?? [];
};
