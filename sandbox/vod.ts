import { createHmac } from 'node:crypto';
import { createStandIn, json, standInPath, type StandInRequest } from './standIn.ts';
import { makeTencentKeys, refusal, signatureFault, success } from './tencentApi.ts';
import { createVodMedia, type Media } from './vodMedia.ts';
import { createVodUpload, type UploadedMedia } from './vodUpload.ts';

export const VOD_PATH = standInPath('vod');
export const vodCredentials = makeTencentKeys();
/** The account's applications; the first is the default one. */
export const vodApplications = [
  { SubAppId: 1_500_000_001, SubAppIdName: '默认应用', Status: 'On' },
  { SubAppId: 1_500_000_002, SubAppIdName: '演示应用', Status: 'On' },
];

interface Task {
  TaskId: string;
  SessionId: string;
  fileId: string;
  began: number;
  /** The second that becomes the cover; otherwise the file is transcoded. */
  coverAtSec?: number;
  /** Its cover is in place. */
  isDone?: boolean;
}

/** Larger ones are counted and thrown away. */
const MOST_KEPT_BYTES = 64 * 1024 * 1024;
const DURATION_S = 30.5;

interface Frame {
  Definition?: number;
  PositionType?: string;
  PositionValue?: number;
}

const TASK_MS = 8_000;
const MOST_SESSION = 50;
/** The service's own template for covers. */
const FIRST_SNAPSHOT_TEMPLATE = 10;
const fresh = { cover: { atSec: 0 }, covers: 0 };

/** By the first bytes; the service takes no other kinds. */
const pictureType = (file: Buffer): string | undefined => {
  const start = file.toString('latin1', 0, 4);
  if (start === '\x89PNG') return 'png';
  if (start === 'GIF8') return 'gif';
  return start.startsWith('\xff\xd8\xff') ? 'jpg' : undefined;
};
/** Those that every account has. */
const PROCEDURES = ['LongVideoPreset', 'SimpleAesEncryptPreset'];

/**
 * Tencent's video service as far as the product uses it: API 3.0 with its signature checked byte by byte, the routes
 * its browser SDK uploads through (`vodUpload.ts`), and a short one (`POST /upload {signature, size}`). All accept a
 * signature once and before it expires. Files and covers are shown at addresses signed with the key of hotlink
 * protection (`vodMedia.ts`). Files called `vod_file_…` count as uploaded long ago, so that demo data can be
 * processed.
 */
export const createVodSandbox = ({ now }: { now(): number }) => {
  let media = new Map<string, Media>();
  let tasks = new Map<string, Task>();
  let used = new Set<string>();
  /** Deleted ones among the videos that count as uploaded long ago. */
  let deleted = new Set<string>();
  let serial = 0;

  /**
   * As of accounts that were opened since 25 December 2023, which must name an application, the default one too
   * (https://cloud.tencent.com/document/product/266/36302); which code refuses none is not documented.
   */
  const isKnown = (id: unknown) => vodApplications.some(({ SubAppId }) => String(SubAppId) === id);

  /** Reads a signature, once; null if it is invalid, expired or used. */
  const spend = (signature: string | undefined): URLSearchParams | null => {
    const given = Buffer.from(signature ?? '', 'base64');
    const [digest, text] = [given.subarray(0, 20), given.subarray(20).toString()];
    const right = createHmac('sha1', vodCredentials.secretKey).update(text).digest();
    const fields = new URLSearchParams(text);
    const genuine = digest.equals(right) && fields.get('secretId') === vodCredentials.secretId;
    const living = Number(fields.get('expireTime')) > now() / 1_000;
    if (!genuine || !living || used.has(text) || !isKnown(fields.get('vodSubAppId'))) return null;
    if (fields.get('oneTimeValid') === '1') used.add(text);
    return fields;
  };

  const add = ({ name, type, size, sourceContext, parts }: UploadedMedia): string => {
    serial += 1;
    const FileId = `5285890${String(serial).padStart(12, '0')}`;
    const isKept = parts.length > 0 && size <= MOST_KEPT_BYTES;
    const content = isKept ? Buffer.concat(parts) : undefined;
    media.set(FileId, { ...fresh, FileId, name, type, size, sourceContext, content });
    return FileId;
  };

  const upload = ({ body }: StandInRequest) => {
    const sent = JSON.parse(body.toString() || '{}') as { signature?: string; size?: number };
    const fields = spend(sent.signature);
    if (!fields) return json(403, { code: 10_008, message: 'signature' });
    const sourceContext = fields.get('sourceContext') ?? '';
    const file = { name: 'upload', type: 'mp4', size: sent.size ?? 0, sourceContext, parts: [] };
    return json(200, { code: 0, fileId: add(file) });
  };
  const browser = createVodUpload({ now, spend, add });

  const known = (fileId: string): Media | undefined => {
    if (!media.has(fileId) && fileId.startsWith('vod_file_') && !deleted.has(fileId)) {
      const old = { FileId: fileId, name: fileId, type: 'webm', size: 12_000_000 };
      media.set(fileId, { ...fresh, ...old, sourceContext: '' });
    }
    return media.get(fileId);
  };
  const files = createVodMedia({ now, find: known });

  /** Starts a task, unless its session has been used already. */
  const startTask = (FileId: unknown, SessionId: unknown, more: Partial<Task> = {}) => {
    if (!known(String(FileId))) return refusal('ResourceNotFound.MediaNotExist');
    const session = String(SessionId ?? '');
    if (session.length > MOST_SESSION) return refusal('InvalidParameterValue.SessionId');
    const again = [...tasks.values()].some(task => session && task.SessionId === session);
    if (again) return refusal('InvalidParameterValue.SessionId');
    serial += 1;
    const TaskId = `125xxxxxxx-procedurev2-${serial}`;
    const task = { TaskId, SessionId: session, fileId: String(FileId), began: now(), ...more };
    tasks.set(TaskId, task);
    return success({ TaskId });
  };

  const actions: Record<
    string,
    (given: Record<string, unknown>, base: string) => ReturnType<typeof json>
  > = {
    DescribeSubAppIds: () =>
      success({ TotalCount: vodApplications.length, SubAppIdInfoSet: vodApplications }),
    DescribeMediaInfos: ({ FileIds }, base) => {
      const found = (FileIds as string[]).flatMap(fileId => known(fileId) ?? []);
      return success({
        MediaInfoSet: found.map(one => ({
          FileId: one.FileId,
          BasicInfo: {
            Name: one.name,
            ...files.addressesOf(one, base),
            SourceInfo: { SourceType: 'ClientUpload', SourceContext: one.sourceContext },
          },
          TranscodeInfo: { TranscodeSet: files.renditionsOf(one, base) },
          MetaData: { Size: one.size, Duration: DURATION_S, Width: 1_920, Height: 1_080 },
        })),
        NotExistFileIdSet: (FileIds as string[]).filter(fileId => !known(fileId)),
      });
    },
    /** Changes the cover only. */
    ModifyMediaInfo: ({ FileId, CoverData }, base) => {
      const found = known(String(FileId));
      if (!found) return refusal('ResourceNotFound.MediaNotExist');
      const picture = Buffer.from(String(CoverData ?? ''), 'base64');
      const type = pictureType(picture);
      if (!type) return refusal('InvalidParameterValue.CoverType');
      const changed = { ...found, cover: { picture, type }, covers: found.covers + 1 };
      media.set(found.FileId, changed);
      return success({ CoverUrl: files.addressesOf(changed, base).CoverUrl });
    },
    /** Only takes one frame as the cover. */
    ProcessMedia: ({ FileId, SessionId, MediaProcessTask }) => {
      const frames = (MediaProcessTask as { CoverBySnapshotTaskSet?: Frame[] } | undefined)
        ?.CoverBySnapshotTaskSet;
      const [frame] = frames ?? [];
      if (!frame) return refusal('InvalidParameterValue.MediaProcessTask');
      const { Definition, PositionType, PositionValue = -1 } = frame;
      if (Definition !== FIRST_SNAPSHOT_TEMPLATE)
        return refusal('InvalidParameterValue.Definition');
      const isThere = PositionType === 'Time' && PositionValue >= 0 && PositionValue <= DURATION_S;
      return isThere
        ? startTask(FileId, SessionId, { coverAtSec: PositionValue })
        : refusal('InvalidParameterValue');
    },
    ProcessMediaByProcedure: ({ FileId, SessionId }) => startTask(FileId, SessionId),
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
      const { coverAtSec: atSec } = task;
      const found = media.get(task.fileId);
      if (finished && found && atSec !== undefined && !task.isDone) {
        media.set(found.FileId, { ...found, cover: { atSec }, covers: found.covers + 1 });
        tasks.set(task.TaskId, { ...task, isDone: true });
      }
      const result =
        atSec === undefined
          ? { Type: 'Transcode', TranscodeTask: step }
          : { Type: 'CoverBySnapshot', CoverBySnapshotTask: step };
      return success({
        Status: finished ? 'FINISH' : 'PROCESSING',
        ProcedureTask: {
          ErrCode: 0,
          MediaProcessResultSet: [result],
        },
      });
    },
    DeleteMedia: ({ FileId }) => {
      if (!known(String(FileId))) return refusal('ResourceNotFound.MediaNotExist');
      media.delete(String(FileId));
      deleted.add(String(FileId));
      return success({});
    },
  };

  return createStandIn({
    name: 'vod',
    respond(request) {
      if (request.path === '/upload') return upload(request);
      const door = browser.answer(request) ?? files.answer(request);
      if (door) return door;
      const fault = signatureFault(request, 'vod', vodCredentials, now());
      if (fault) return refusal(fault);
      const action = String(request.headers['x-tc-action'] ?? '');
      if (request.headers['x-tc-version'] !== '2018-07-17') return refusal('NoSuchVersion');
      const respond = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (!respond) return refusal('InvalidAction');
      const given = JSON.parse(request.body.toString() || '{}') as Record<string, unknown>;
      return action === 'DescribeSubAppIds' || isKnown(String(given['SubAppId']))
        ? respond(given, request.base)
        : refusal('InvalidParameterValue.SubAppId', 'invalid subappid');
    },
    refuse: code => refusal(String(code)),
    forget() {
      media = new Map();
      deleted = new Set();
      tasks = new Map();
      used = new Set();
      browser.reset();
    },
  });
};
