import path from 'node:path';
import { isLocal } from '../exchange.ts';
import {
  createStandIn,
  json,
  type StandIn,
  type StandInAnswer,
  standInPath,
  type StandInRequest,
} from '../standIn.ts';
import { createRunningHub, isKey, type RunningHubOptions } from './core.ts';
import { type Envelope, ok, refused } from './errors.ts';
import { createFiles } from './files.ts';
import type { Fields } from './nodes.ts';
import { isPicture } from './pictures.ts';
import type { Webhook } from './webhooks.ts';

/** Below the address of the host program. */
export const RUNNINGHUB_PATH = standInPath('runninghub');

const MOST_UPLOAD_BYTES = 30 * 1024 * 1024;
const TICK_MS = 100;
const ANSWER_MS = 5_000;
const others = ['.zip', '.mp3', '.wav', '.flac', '.mp4', '.avi', '.mov', '.mkv'];
const pictures = ['.jpg', '.jpeg', '.png', '.webp'];

const send = (envelope: Envelope): StandInAnswer => json(200, envelope);

const fieldsOf = (body: Buffer): Fields | null => {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? (value as Fields) : null;
  } catch {
    return null;
  }
};

/** The image service over HTTP: uploads, results, webhooks; the rules are those of `core.ts`. */
export const createRunningHubSandbox = (options: RunningHubOptions = {}): StandIn => {
  const core = createRunningHub(options);
  const files = createFiles();
  let leaving = new AbortController();

  const deliver = async ({ id, url, body }: Webhook) => {
    const { signal } = leaving;
    const status = isLocal(url)
      ? await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          redirect: 'manual',
          signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        }).then(
          answer => answer.body?.cancel().then(() => answer.status) ?? answer.status,
          () => null,
        )
      : null;
    if (!signal.aborted) core.answered(id, status);
  };
  const ticking = setInterval(() => {
    for (const webhook of core.due()) void deliver(webhook);
  }, TICK_MS);
  ticking.unref();
  const stopDelivering = () => {
    leaving.abort();
    leaving = new AbortController();
  };

  const upload = async ({ headers, body, base }: StandInRequest): Promise<StandInAnswer> => {
    const key = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    // The real service's wording, which must never reach our clients.
    if (!isKey(key)) return json(200, { code: 401, message: 'ApiKey verification failed' });
    const type = headers['content-type'] ?? '';
    if (!type.startsWith('multipart/form-data')) return send(refused(301));
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => null);
    const file = form?.get('file');
    if (!(file instanceof File)) return send(refused(808));
    if (file.size > MOST_UPLOAD_BYTES) return send(refused(809));
    const extension = path.extname(file.name).toLowerCase();
    const content = Buffer.from(await file.arrayBuffer());
    const isGood = pictures.includes(extension)
      ? await isPicture(content)
      : others.includes(extension) && content.length > 0;
    if (!isGood) return send(refused(808));
    const fileName = core.uploads.add(file.name, content);
    return send(
      ok({
        type: pictures.includes(extension) ? 'image' : 'file',
        download_url: `${base}/uploads/${fileName}`,
        fileName,
        size: String(file.size),
      }),
    );
  };

  const fetched = async (at: string): Promise<StandInAnswer> => {
    const [, folder, name = ''] = /^\/(files|uploads)\/(.+)$/.exec(at) ?? [];
    const file = folder === 'files' ? core.resultFile(name) : null;
    if (file) return files.answer(name, file);
    const content =
      folder === 'uploads' && core.uploads.isLoadable(name)
        ? core.uploads.content(name)
        : undefined;
    return content
      ? { status: 200, type: 'application/octet-stream', body: content }
      : { status: 404, type: 'text/plain', body: 'NoSuchKey' };
  };

  const respond = async (request: StandInRequest): Promise<StandInAnswer> => {
    const { method, path: at, headers, body, base } = request;
    if (method === 'GET') return fetched(at);
    if (method !== 'POST') return json(405, { code: 405, msg: 'METHOD_NOT_ALLOWED' });
    if (at === '/openapi/v2/media/upload/binary') return upload(request);
    const fields = fieldsOf(body);
    if (!fields) return send(refused(301));
    const bearer = headers.authorization?.replace(/^Bearer /, '');
    const envelope = core.handle(at, fields, { base, bearer });
    return envelope ? send(envelope) : json(404, { code: 404, msg: 'NOT_FOUND' });
  };

  return createStandIn({
    name: 'runninghub',
    respond,
    refuse: code => send(refused(Number(code))),
    adjust: core.adjust,
    seen: core.seen,
    forget() {
      stopDelivering();
      core.reset();
      files.reset();
    },
    close() {
      clearInterval(ticking);
      leaving.abort();
    },
  });
};
