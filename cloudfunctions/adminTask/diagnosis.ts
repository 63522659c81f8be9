import { cutText } from '#contract/cut.ts';
import type { ActionOutput } from '#contract/index.ts';
import type { PlannedNode, StoredTask } from '../_shared/tasks/tasks.ts';
import { noticesOf } from '../_shared/wechatPay/notice.ts';

const MOST_LENGTH = 2_000;
const HIDDEN = '***';
const secretName = /key|token|secret|password|authorization|cookie/i;

/** Without what grants access: keys, tokens and the signatures of addresses. */
const harmless = (text: string): string =>
  cutText(
    text
      .replace(/(https?:\/\/)[^\s/@]+@/gi, '$1')
      .replace(/(https?:\/\/[^\s?#]+)[?#]\S*/gi, `$1?${HIDDEN}`)
      .replace(/\b(bearer|basic)\s+\S+/gi, `$1 ${HIDDEN}`)
      .replace(/((?:key|token|secret|password)["']?\s*[:=]\s*["']?)[^\s"',;}]+/gi, `$1${HIDDEN}`)
      .replace(/\b(?:sk-)?[A-Za-z0-9_-]{32,}\b/g, HIDDEN),
    MOST_LENGTH,
  );

const valueOf = ({ fieldName, fieldValue, filePath }: PlannedNode): string => {
  if (secretName.test(fieldName)) return HIDDEN;
  return filePath ?? harmless(String(fieldValue));
};

/** What support needs to find out why a task went as it did. */
export const diagnosisOf = async (
  task: StoredTask,
): Promise<ActionOutput<'adminTask', 'getDiagnosis'>> => {
  const { plan, nodeInfoList = [], orderId } = task;
  const notices = orderId ? await noticesOf([orderId]) : [];
  return {
    errorRaw: harmless(task.errorRaw ?? ''),
    workflow: plan.webappId || plan.workflowId,
    pool: task.pool,
    sentTime: task.sentTime || null,
    polls: task.polls,
    silent: task.silent,
    reportTime: task.reportTime ?? null,
    sent: (nodeInfoList ?? []).map(node => ({
      nodeId: node.nodeId,
      fieldName: node.fieldName,
      value: valueOf(node),
    })),
    notices: notices.map(({ source, eventType, createTime }) => ({
      source,
      eventType,
      time: createTime,
    })),
  };
};
