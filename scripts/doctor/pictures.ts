import { files } from '#cloudfunctions/_shared/base/files.ts';
import { addressesOf } from '#cloudfunctions/_shared/base/storage.ts';
import { type Answer, fine, unasked, wrong } from './answer.ts';

/** Whether a stored picture is rendered by its style: the styles must be there, and the sign that separates them. */
export const askPictures = async (): Promise<Answer> => {
  const question = 'Pictures: are they rendered by their styles?';
  const [picture] = await files.find(
    { mime: 'image/jpeg', status: 'active' },
    { sort: [['createTime', 'desc']], limit: 1 },
  );
  if (!picture) return unasked(question, 'no picture is stored yet', 'ask again later');
  const key = `${picture.filePath}!thumbnail`;
  const address = (await addressesOf([key])).get(key);
  const answer = address && (await fetch(address.url).catch(() => undefined));
  const type = answer?.headers.get('content-type') ?? '';
  if (answer?.ok && type === 'image/webp') return fine(question, type);
  return wrong(
    question,
    answer ? `${key} answered ${answer.status} ${type}` : `${key} was not answered`,
    'in the console of the bucket (数据万象 › 图片处理 › 样式管理) the separator of styles must be "!"',
  );
};
