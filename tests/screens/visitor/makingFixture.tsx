import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { PublicInput, PublicTemplate } from '#contract/visitor.ts';
import { openVisitor, pass, PHOTO, prepareVisitorPages, template } from './visitorFixture.tsx';

const input = (
  key: string,
  label: string,
  type: PublicInput['type'],
  more: Partial<PublicInput> = {},
): PublicInput => ({ key, label, type, required: false, ...more });

export const photo = input('photo', '照片', 'image', { required: true });
const tones = [
  { label: '暖', value: 'warm' },
  { label: '冷', value: 'cool' },
];
export const full: PublicInput[] = [
  photo,
  input('name', '名字', 'text', { required: true, maxLength: 8 }),
  input('wish', '祝福', 'textarea'),
  input('age', '年龄', 'number', { min: 1, max: 99 }),
  input('strength', '强度', 'slider', { min: 0, max: 1, step: 0.1, default: 0.6 }),
  input('tone', '色调', 'select', { options: tones }),
  input('frame', '边框', 'switch'),
  input('seed', '种子', 'seed'),
];

/** Answers of the functions when all is well. */
export const fine = {
  getMe: () => ({ agreedVersion: '1', photoConsent: '1' }),
  getUploadTicket: () => ({ filePath: 'upload/x/t.jpg', url: '/put', method: 'PUT', headers: {} }),
  confirmUpload: () => ({ filePath: PHOTO, width: 900, height: 1_200 }),
  createTask: () => ({ _id: 'task_9' }),
  /** What comes of it is tested elsewhere. */
  getTask: () => new Promise(() => {}),
};

export const openForm = async (
  more: Partial<PublicTemplate> = {},
  answers: Record<string, (data: Record<string, unknown>) => unknown> = {},
) => {
  const opened = openVisitor(
    '/template/tpl_1',
    [template(1, { inputs: [photo], ...more })],
    {},
    { ...fine, ...answers },
  );
  await pass();
  return opened;
};

/** The hidden inputs behind the buttons have their labels. */
export const chooser = (label: string) =>
  screen.getAllByLabelText(label).find(({ tagName }) => tagName === 'INPUT') as HTMLInputElement;
export const choose = async (files: File[], label = '选择照片：照片') => {
  fireEvent.change(chooser(label), { target: { files } });
  await pass();
};
export const jpg = (name = 'a.jpg', type = 'image/jpeg', hex = 'ffd8ffd9') =>
  new File([Buffer.from(hex, 'hex')], name, { type });
export const start = async () => {
  fireEvent.click(screen.getByRole('button', { name: '开始制作' }));
  await pass();
};

/** One request that puts bytes into storage. */
export class FakeRequest {
  static sent: FakeRequest[] = [];
  /** Whether requests wait for the test to end them. */
  static isHeld = false;
  /** How many of the next requests fail. */
  static failing = 0;

  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  status = 200;
  bytes = 0;
  isAborted = false;
  declare onload: () => void;
  declare onerror: () => void;
  declare onabort: () => void;
  declare onloadend: () => void;
  open() {}
  setRequestHeader() {}
  send(file: Blob) {
    this.bytes = file.size;
    FakeRequest.sent.push(this);
    if (FakeRequest.failing > 0) {
      FakeRequest.failing -= 1;
      this.onerror();
      this.onloadend();
    } else if (!FakeRequest.isHeld) this.arrive();
  }
  arrive() {
    this.onload();
    this.onloadend();
  }
  abort() {
    this.isAborted = true;
    this.onabort();
    this.onloadend();
  }
}

/** For the requests of one test. */
export const fakeRequests = () => {
  Object.assign(FakeRequest, { sent: [], isHeld: false, failing: 0 });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
};

interface Encoded {
  area: Record<'x' | 'y' | 'width' | 'height', number>;
  /** Width, height and quality. */
  as: readonly [number, number, number];
}

/** What this device makes of photos. */
export const device = {
  /** Null: it cannot open them. */
  picture: { width: 3_000, height: 4_000 } as { width: number; height: number } | null,
  encode: (_width: number) => new Blob(['jpeg']),
  encoded: [] as Encoded[],
};

/** For each test of a file: all photos can be opened and sent. */
export const prepareMaking = () => {
  prepareVisitorPages();
  beforeEach(() => {
    fakeRequests();
    device.picture = { width: 3_000, height: 4_000 };
    device.encode = () => new Blob(['jpeg']);
    device.encoded = [];
    class FakeImage extends Image {
      override naturalWidth = device.picture?.width ?? 0;
      override naturalHeight = device.picture?.height ?? 0;
      override decode = () =>
        device.picture ? Promise.resolve() : Promise.reject(new Error('no picture'));
    }
    vi.stubGlobal('Image', FakeImage);
    let area: Encoded['area'];
    const drawImage = (_: unknown, x: number, y: number, width: number, height: number) => {
      area = { x, y, width, height };
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
      fillRect() {},
      drawImage,
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      done,
      _type,
      quality,
    ) {
      device.encoded.push({ area, as: [this.width, this.height, Number(quality)] });
      done(device.encode(this.width));
    });
  });
};
