import { free, type Limits, ofCharacters } from './limit.ts';

export const vodLimits = {
  /** By the browser, with its SDK. */
  upload: { mediaName: ofCharacters(64) },
  DescribeSubAppIds: {},
  DescribeProcedureTemplates: { Names: free, SubAppId: free },
  DescribeMediaInfos: { FileIds: free, SubAppId: free },
  ProcessMediaByProcedure: {
    FileId: free,
    ProcedureName: free,
    SessionId: ofCharacters(50),
    SubAppId: free,
  },
  ProcessMedia: {
    FileId: free,
    MediaProcessTask: free,
    SessionId: ofCharacters(50),
    SubAppId: free,
  },
  ModifyMediaInfo: { FileId: free, CoverData: free, SubAppId: free },
  DescribeTaskDetail: { TaskId: free, SubAppId: free },
  DescribeTasks: { Limit: free, SubAppId: free },
  DeleteMedia: { FileId: free, SubAppId: free },
} as const satisfies Limits;
