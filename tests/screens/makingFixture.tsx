import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { PublicInput, PublicTemplate } from '#contract/visitor.ts';
import { putBytes } from '#dataProvider/putBytes.ts';
import { encodeJpeg, openPicture } from '#src/visitor/photos/openPicture.ts';
import { openVisitor, pass, PHOTO, prepareVisitorPages, template } from './visitorFixture.tsx';

export const photo: PublicInput = { key: 'photo', label: '照片', type: 'image', required: true };
export const full: PublicInput[] = [
  photo,
  { key: 'name', label: '名字', type: 'text', required: true, maxLength: 8 },
  { key: 'wish', label: '祝福', type: 'textarea', required: false },
  { key: 'age', label: '年龄', type: 'number', required: false, min: 1, max: 99 },
  {
    key: 'strength',
    label: '强度',
    type: 'slider',
    required: false,
    min: 0,
    max: 1,
    step: 0.1,
    default: 0.6,
  },
  {
    key: 'tone',
    label: '色调',
    type: 'select',
    required: false,
    options: [
      { label: '暖', value: 'warm' },
      { label: '冷', value: 'cool' },
    ],
  },
  { key: 'frame', label: '边框', type: 'switch', required: false },
  { key: 'seed', label: '种子', type: 'seed', required: false },
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

/** For each test of a file that replaces `putBytes` and `openPicture`: all photos can be opened and sent. */
export const prepareMaking = () => {
  prepareVisitorPages();
  beforeEach(() => {
    vi.mocked(putBytes).mockReset().mockResolvedValue();
    vi.mocked(openPicture).mockReset().mockResolvedValue({
      url: 'blob:opened',
      element: new Image(),
      width: 3_000,
      height: 4_000,
      close: vi.fn(),
    });
    vi.mocked(encodeJpeg)
      .mockReset()
      .mockResolvedValue(new Blob(['jpeg']));
  });
};
