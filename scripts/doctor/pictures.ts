import { app } from '#cloudfunctions/_shared/base/cloud.ts';
import { files } from '#cloudfunctions/_shared/base/files.ts';
import { settingsOf } from '#cloudfunctions/_shared/base/settings.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** Whether the platform installed a decoder beside the function that makes the pictures that pages show. */
export const askPictures = async (): Promise<Answer> => {
  const question = 'Pictures: are the copies made that pages show?';
  const [picture] = await files.find(
    { mime: 'image/jpeg', status: 'active', scene: 'template' },
    { sort: [['createTime', 'desc']], limit: 1 },
  );
  if (!picture) return unasked(question, 'no picture is stored yet', 'ask again later');
  const { imageStyles } = await settingsOf('system');
  const url = picture.filePath + imageStyles.uploadimage;
  const { result } = (await app.callFunction({
    name: 'imageCopy',
    data: { action: 'makeCopy', data: { url } },
  })) as { result?: { code?: number; message?: string; data?: { url?: string } } };
  const copy = result?.data?.url ? await fetch(result.data.url).catch(() => undefined) : undefined;
  if (copy?.ok) return fine(question, copy.headers.get('content-type') ?? 'yes');
  return wrong(
    question,
    copy
      ? `the copy of ${picture.filePath} answered ${copy.status}`
      : `imageCopy answered ${result?.code}, ${result?.message} for ${picture.filePath}`,
    'look at its log (npm run logs); npm run deploy installs its packages again',
  );
};
