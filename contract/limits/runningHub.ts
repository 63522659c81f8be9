import { free, type Limits } from './limit.ts';

const run = { apiKey: free, nodeInfoList: free, webhookUrl: free, instanceType: free };

/** Documents no limits of texts; files have theirs in `constants.ts`. */
export const runningHubLimits = {
  '/uc/openapi/accountStatus': { apikey: free },
  '/task/openapi/create': { workflowId: free, ...run },
  '/task/openapi/ai-app/run': { webappId: free, ...run },
  '/task/openapi/outputs': { apiKey: free, taskId: free },
  '/task/openapi/cancel': { apiKey: free, taskId: free },
  '/openapi/v2/media/upload/binary': { file: free },
  '/api/openapi/getJsonApiFormat': { apiKey: free, workflowId: free },
} as const satisfies Limits;
