import { free, type Limits } from './limit.ts';

/** Documents no limits of texts; files have theirs in `constants.ts`. */
export const runningHubLimits = {
  '/uc/openapi/accountStatus': { apikey: free },
  '/task/openapi/create': {
    apiKey: free,
    workflowId: free,
    nodeInfoList: free,
    webhookUrl: free,
    instanceType: free,
  },
  '/task/openapi/ai-app/run': {
    apiKey: free,
    webappId: free,
    nodeInfoList: free,
    webhookUrl: free,
    instanceType: free,
  },
  '/task/openapi/outputs': { apiKey: free, taskId: free },
  '/task/openapi/cancel': { apiKey: free, taskId: free },
  '/openapi/v2/media/upload/binary': { file: free },
  '/api/openapi/getJsonApiFormat': { apiKey: free, workflowId: free },
} as const satisfies Limits;
