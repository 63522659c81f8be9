import { createHmac } from 'node:crypto';
import { createStandIn, json, standInPath, type StandInRequest } from './standIn.ts';
import { makeTencentKeys, refusal, signatureFault, success } from './tencentApi.ts';
import { createVodUpload } from './vodUpload.ts';

export const VOD_PATH = standInPath('vod');
export const vodCredentials = makeTencentKeys();

interface Media {
  FileId: string;
  name: string;
  size: number;
  sourceContext: string;
}
interface Task {
  TaskId: string;
  SessionId: string;
  fileId: string;
  began: number;
}

const TASK_MS = 8_000;
/** Those that every account has. */
const PROCEDURES = ['LongVideoPreset', 'SimpleAesEncryptPreset'];

/**
 * Tencent's video service as far as the product uses it: API 3.0 with its signature checked byte by byte, the routes
 * its browser SDK uploads through (`vodUpload.ts`), and a short one (`POST /upload {signature, size}`). All accept a
 * signature once and before it expires. Files called `vod_file_…` count as uploaded long ago, so that demo data can be
 * processed.
 */
export const createVodSandbox = ({ now }: { now(): number }) => {
  let media = new Map<string, Media>();
  let tasks = new Map<string, Task>();
  let used = new Set<string>();
  let serial = 0;

  /** Reads a signature, once; null if it is invalid, expired or used. */
  const spend = (signature: string | undefined): URLSearchParams | null => {
    const given = Buffer.from(signature ?? '', 'base64');
    const [digest, text] = [given.subarray(0, 20), given.subarray(20).toString()];
    const right = createHmac('sha1', vodCredentials.secretKey).update(text).digest();
    const fields = new URLSearchParams(text);
    const genuine = digest.equals(right) && fields.get('secretId') === vodCredentials.secretId;
    const living = Number(fields.get('expireTime')) > now() / 1_000;
    if (!genuine || !living || used.has(text)) return null;
    if (fields.get('oneTimeValid') === '1') used.add(text);
    return fields;
  };

  const add = (name: string, size: number, sourceContext: string): string => {
    serial += 1;
    const FileId = `5285890${String(serial).padStart(12, '0')}`;
    media.set(FileId, { FileId, name, size, sourceContext });
    return FileId;
  };

  const upload = ({ body }: StandInRequest) => {
    const sent = JSON.parse(body.toString() || '{}') as { signature?: string; size?: number };
    const fields = spend(sent.signature);
    if (!fields) return json(403, { code: 10_008, message: 'signature' });
    const sourceContext = fields.get('sourceContext') ?? '';
    return json(200, { code: 0, fileId: add('upload', sent.size ?? 0, sourceContext) });
  };
  const browser = createVodUpload({ now, spend, add });

  const known = (fileId: string): Media | undefined =>
    media.get(fileId) ??
    (fileId.startsWith('vod_file_')
      ? { FileId: fileId, name: fileId, size: 12_000_000, sourceContext: '' }
      : undefined);

  const actions: Record<
    string,
    (given: Record<string, unknown>, base: string) => ReturnType<typeof json>
  > = {
    DescribeMediaInfos: ({ FileIds }, base) => {
      const found = (FileIds as string[]).flatMap(fileId => known(fileId) ?? []);
      return success({
        MediaInfoSet: found.map(({ FileId, name, size, sourceContext }) => ({
          FileId,
          BasicInfo: {
            Name: name,
            MediaUrl: `https://vod.example.com/${FileId}.mp4`,
            CoverUrl: `${base}/cover/${FileId}.svg`,
            SourceInfo: { SourceType: 'ClientUpload', SourceContext: sourceContext },
          },
          MetaData: { Size: size, Duration: 30.5, Width: 1_920, Height: 1_080 },
        })),
        NotExistFileIdSet: (FileIds as string[]).filter(fileId => !known(fileId)),
      });
    },
    ProcessMediaByProcedure: ({ FileId, SessionId }) => {
      if (!known(String(FileId))) return refusal('ResourceNotFound.MediaNotExist');
      const session = String(SessionId ?? '');
      const again = [...tasks.values()].some(task => session && task.SessionId === session);
      if (again) return refusal('InvalidParameterValue.SessionId');
      serial += 1;
      const TaskId = `125xxxxxxx-procedurev2-${serial}`;
      tasks.set(TaskId, { TaskId, SessionId: session, fileId: String(FileId), began: now() });
      return success({ TaskId });
    },
    DescribeProcedureTemplates: ({ Names }) => {
      const found = PROCEDURES.filter(name => (Names as string[]).includes(name));
      return success({
        TotalCount: found.length,
        ProcedureTemplateSet: found.map(Name => ({ Name, Type: 'Preset' })),
      });
    },
    DescribeTasks: () =>
      success({
        TaskSet: [...tasks.values()].map(({ TaskId, SessionId }) => ({ TaskId, SessionId })),
      }),
    DescribeTaskDetail: ({ TaskId }) => {
      const task = tasks.get(String(TaskId));
      if (!task) return refusal('ResourceNotFound');
      const percent = Math.min(100, Math.floor(((now() - task.began) / TASK_MS) * 100));
      const finished = percent >= 100;
      const step = { Status: finished ? 'SUCCESS' : 'PROCESSING', ErrCode: 0, Progress: percent };
      return success({
        Status: finished ? 'FINISH' : 'PROCESSING',
        ProcedureTask: {
          ErrCode: 0,
          MediaProcessResultSet: [{ Type: 'Transcode', TranscodeTask: step }],
        },
      });
    },
    DeleteMedia: ({ FileId }) => {
      if (!known(String(FileId))) return refusal('ResourceNotFound.MediaNotExist');
      media.delete(String(FileId));
      return success({});
    },
  };

  return createStandIn({
    name: 'vod',
    respond(request) {
      if (request.path === '/upload') return upload(request);
      const door = browser.answer(request);
      if (door) return door;
      const fault = signatureFault(request, 'vod', vodCredentials, now());
      if (fault) return refusal(fault);
      const action = String(request.headers['x-tc-action'] ?? '');
      if (request.headers['x-tc-version'] !== '2018-07-17') return refusal('NoSuchVersion');
      const respond = Object.hasOwn(actions, action) ? actions[action] : undefined;
      return respond
        ? respond(
            JSON.parse(request.body.toString() || '{}') as Record<string, unknown>,
            request.base,
          )
        : refusal('InvalidAction');
    },
    refuse: code => refusal(String(code)),
    forget() {
      media = new Map();
      tasks = new Map();
      used = new Set();
      browser.reset();
    },
  });
};
