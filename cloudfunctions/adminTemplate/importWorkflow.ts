import { codes } from '#contract/envelope.ts';
import type { ActionInput, ActionResult } from '#contract/index.ts';
import { workflowFetchSentences } from '#contract/sentences/workflows.ts';
import { outlineOf, parseWorkflow } from '#contract/workflow.ts';
import { fieldsOf } from '#contract/workflowFields.ts';
import { ActionError, invalid } from '../_shared/base/errors.ts';
import { workflowJson } from '../_shared/runningHub/client.ts';
import { RunningHubError } from '../_shared/runningHub/protocol.ts';
import { accessOf, type StoredApiKey, withKeyState } from '../_shared/tasks/keys.ts';

/**
 * Asks the image service for a workflow.
 * @throws 40001 beside the number or the key where one of them is the reason, 50201 when there is no answer
 */
export const importWorkflow = async (
  { workflowId }: ActionInput<'adminTemplate', 'importWorkflow'>,
  key: StoredApiKey | null,
): Promise<ActionResult<'adminTemplate', 'importWorkflow'>> => {
  if (!key) throw invalid({ apiKeyId: workflowFetchSentences.keyGone });
  if (withKeyState(key).keyDamaged) throw invalid({ apiKeyId: workflowFetchSentences.keyDamaged });
  const read = parseWorkflow(await ask(key, workflowId));
  if ('refusal' in read) throw invalid({ workflowId: read.refusal });
  return { nodes: outlineOf(read.nodes), fields: fieldsOf(read.nodes) };
};

const ask = (key: StoredApiKey, workflowId: string): Promise<string> =>
  workflowJson(accessOf(key), workflowId).catch((error: unknown) => {
    throw error instanceof RunningHubError ? refusalOf(error) : error;
  });

const refusalOf = ({ failure }: RunningHubError) => {
  switch (failure) {
    case 'key':
      return invalid({ apiKeyId: workflowFetchSentences.keyRefused });
    case 'money':
      return invalid({ apiKeyId: workflowFetchSentences.noMoney });
    case 'template':
      return invalid({ workflowId: workflowFetchSentences.unknownWorkflow });
    case 'busy':
      return new ActionError(codes.thirdParty, workflowFetchSentences.busy);
    default:
      return new ActionError(codes.thirdParty);
  }
};
