import { createHash, createHmac } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { moderationCredentials } from '../moderation.ts';
import { startSandbox } from './server.ts';

const sandbox = await startSandbox();
const address = new URL(`${sandbox.url}/__sandbox-moderation`);
afterAll(() => sandbox.close());
beforeEach(() => sandbox.reset());

interface Manner {
  secretId?: string;
  secretKey?: string;
  service?: string;
  /** Seconds that the caller's clock is wrong. */
  skew?: number;
  version?: string;
  region?: string;
  /** What is sent instead of what was signed. */
  sent?: string;
}

const hmac = (key: string | Buffer, text: string) =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Response {
  Error?: { Code: string };
  Suggestion?: string;
  Label?: string;
  DataId?: string;
  RequestId: string;
}

/** Signed as the documents of the service describe it, independently of the product's own code. */
const call = async (action: string, fields: unknown, manner: Manner = {}): Promise<Response> => {
  const { secretId, secretKey } = { ...moderationCredentials, ...manner };
  const { service = action.startsWith('Image') ? 'ims' : 'tms', skew = 0 } = manner;
  const timestamp = Math.floor(sandbox.now() / 1_000) + skew;
  const date = new Date(timestamp * 1_000).toISOString().slice(0, 10);
  const body = JSON.stringify(fields);
  const type = 'application/json; charset=utf-8';
  const headers = `content-type:${type}\nhost:${address.host}\n`;
  const canonical = ['POST', '/', '', headers, 'content-type;host', sha256(body)].join('\n');
  const scope = `${date}/${service}/tc3_request`;
  const text = ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
      'content-type': type,
      'x-tc-action': action,
      'x-tc-version': manner.version ?? '2020-12-29',
      'x-tc-timestamp': String(timestamp),
      ...(manner.region !== '' && { 'x-tc-region': manner.region ?? 'ap-guangzhou' }),
    },
    body: manner.sent ?? body,
  });
  return ((await answer.json()) as { Response: Response }).Response;
};

const text = (content: string, manner?: Manner) =>
  call('TextModeration', { Content: Buffer.from(content).toString('base64') }, manner);
const image = (content: Buffer) =>
  call('ImageModeration', { FileContent: content.toString('base64'), DataId: 'file_1' });
const picture = (background: string, width = 120, height = 90) =>
  sharp({ create: { width, height, channels: 3, background } });

describe('a request', () => {
  it.each<[string, Manner, string]>([
    ['another secret', { secretKey: 'x' }, 'AuthFailure.SignatureFailure'],
    ['an unknown secret id', { secretId: 'AKIDx' }, 'AuthFailure.SecretIdNotFound'],
    ['another service in its scope', { service: 'ims' }, 'AuthFailure.SignatureFailure'],
    ['a body that was not signed', { sent: '{"Content":"YQ=="}' }, 'AuthFailure.SignatureFailure'],
    ['a time six minutes ago', { skew: -360 }, 'AuthFailure.SignatureExpire'],
    ['a time six minutes ahead', { skew: 360 }, 'AuthFailure.SignatureExpire'],
    ['another version', { version: '2020-07-13' }, 'NoSuchVersion'],
    ['no region', { region: '' }, 'MissingParameter'],
  ])('with %s is refused', async (_, manner, code) => {
    expect((await text('你好', manner)).Error?.Code).toBe(code);
    expect(await sandbox.seen('moderation')).toMatchObject({ counts: { image: 0, text: 0 } });
  });

  it('four minutes old is accepted', async () => {
    expect(await text('你好', { skew: -240 })).toMatchObject({ Suggestion: 'Pass' });
  });

  it('for an unknown action is refused', async () => {
    expect((await call('AudioModeration', {})).Error?.Code).toBe('InvalidAction');
  });
});

describe('a text', () => {
  it('passes unless it says otherwise', async () => {
    expect(await text('一只在草地上的猫')).toMatchObject({ Suggestion: 'Pass', Label: 'Normal' });
    expect(await text('sandbox-block')).toMatchObject({ Suggestion: 'Block', Label: 'Porn' });
    expect(await text('a sandbox-review b')).toMatchObject({ Suggestion: 'Review' });
    expect(await sandbox.seen('moderation')).toMatchObject({ counts: { image: 0, text: 3 } });
  });

  it('has at most 10,000 characters, counted as Unicode does', async () => {
    expect((await text('🐈'.repeat(10_000))).Suggestion).toBe('Pass');
    expect((await text('猫'.repeat(10_001))).Error?.Code).toBe(
      'InvalidParameterValue.ErrTextContentLen',
    );
  });

  it('is base64 of UTF-8', async () => {
    const send = (Content: unknown) => call('TextModeration', { Content });
    const wrong = 'InvalidParameterValue.ErrTextContentType';
    for (const content of ['你好', 'abc', '', null])
      expect((await send(content)).Error?.Code).toBe(wrong);
    expect((await send(Buffer.from([0xff, 0xfe]).toString('base64'))).Error?.Code).toBe(
      'InvalidParameterValue.ErrFileContent',
    );
  });
});

describe('a picture', () => {
  it('passes unless most of it is magenta or cyan, in any format', async () => {
    expect(await image(await picture('#3a7').png().toBuffer())).toMatchObject({
      Suggestion: 'Pass',
      DataId: 'file_1',
    });
    for (const encode of ['png', 'jpeg', 'webp'] as const) {
      const orders = [
        ['#f0f', 'Block'],
        ['#0ff', 'Review'],
      ] as const;
      for (const [colour, suggestion] of orders) {
        const content = await picture(colour)[encode]().toBuffer();
        expect(await image(content)).toMatchObject({ Suggestion: suggestion, Label: 'Porn' });
      }
    }
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['no picture', async () => Buffer.alloc(100, 'x'), 'InvalidParameterValue.InvalidImageContent'],
    ['too few bytes', async () => Buffer.from('x'), 'InvalidParameter.ImageDataTooSmall'],
    [
      'a side of 50 pixels',
      () => picture('#fff', 50).png().toBuffer(),
      'InvalidParameterValue.ImageSizeTooSmall',
    ],
    [
      'ninety times its height',
      () => picture('#fff', 5_400, 60).png().toBuffer(),
      'InvalidParameter.ImageAspectRatioTooLarge',
    ],
    [
      'more than 5 MB',
      async () => Buffer.alloc(5 * 1024 * 1024 + 1),
      'InvalidParameterValue.InvalidFileContentSize',
    ],
  ])('with %s is refused', async (_, content, code) => {
    expect((await image(await content())).Error?.Code).toBe(code);
  });

  it('may lie at an address of this machine, and at no other', async () => {
    const send = (FileUrl: string) => call('ImageModeration', { FileUrl });
    const taskId = '1985000000000000010';
    const hub = `${sandbox.url}/__sandbox-runninghub/files`;
    expect((await send(`${hub}/${taskId}_9_1.png`)).Suggestion).toBe('Pass');
    const fault = 'ResourceUnavailable.ImageDownloadError';
    for (const wrong of [`${hub}/none.png`, 'https://example.com/a.png'])
      expect((await send(wrong)).Error?.Code).toBe(fault);
    expect((await call('ImageModeration', {})).Error?.Code).toBe(
      'InvalidParameterValue.InvalidContent',
    );
  });

  it('has an id of the form that the service allows', async () => {
    const FileContent = (await picture('#fff').png().toBuffer()).toString('base64');
    const answer = await call('ImageModeration', { FileContent, DataId: 'a/b' });
    expect(answer.Error?.Code).toBe('InvalidParameterValue.InvalidDataId');
  });
});

it('a wrong order gets an explanation', async () => {
  for (const wrong of [{ suggestion: 'Maybe' }, { suggestion: 'Pass', of: 'video' }])
    expect((await sandbox.configure('moderation', wrong)).status).toBe(400);
});
