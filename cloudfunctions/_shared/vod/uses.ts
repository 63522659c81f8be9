import { createHash } from 'node:crypto';
import type { Template } from '#contract/template.ts';
import { NAMED_TEMPLATES, type Video } from '#contract/video.ts';
import { _ } from '../base/cloud.ts';
import { environment } from '../base/environment.ts';
import { report } from '../base/log.ts';
import { idsOf, repository, sortedBy, type Stored } from '../base/repository.ts';

/** Addresses change this often only, so that browsers keep what they have loaded. */
const STEP_S = 3_600;

/**
 * The address of a video or cover as it can be opened: signed and expiring where the domain has hotlink protection
 * (its "Key" kind: md5 of key, directory and the time in hexadecimal seconds), otherwise as it is.
 */
const playable = (url: string): string => {
  const key = environment.VOD_PLAY_KEY;
  if (!key || !URL.canParse(url)) return url;
  const address = new URL(url);
  const directory = address.pathname.slice(0, address.pathname.lastIndexOf('/') + 1);
  const until = Date.now() / 1_000 + environment.VOD_PLAY_SECONDS;
  const time = (Math.ceil(until / STEP_S) * STEP_S).toString(16);
  const sign = createHash('md5').update(`${key}${directory}${time}`).digest('hex');
  address.search = new URLSearchParams({ t: time, sign }).toString();
  return address.href;
};

const templates = repository<Template>('templates');
const PAGE = 1_000;

const videos = repository<Stored & Pick<Video, 'fileId' | 'unused'>>('videos');

type Use = Pick<Template, '_id' | 'name' | 'videoFileId'>;

const namingAny = async (condition: unknown): Promise<Use[]> => {
  const found: Use[] = [];
  for (;;) {
    const page = await templates.find(
      { videoFileId: condition },
      {
        sort: sortedBy('asc', 'videoFileId', 'createTime', '_id'),
        skip: found.length,
        limit: PAGE,
        fields: ['_id', 'name', 'videoFileId'],
      },
    );
    found.push(...page);
    if (page.length < PAGE) return found;
  }
};

/** The templates that show these videos. */
export const usesOf = (fileIds: string[]): Promise<Use[]> =>
  fileIds.length > 0 ? namingAny(_.in(fileIds)) : Promise.resolve([]);

/**
 * Notes on the videos that a template shows or showed whether they are in use, for the list's filter. `correctUse` makes
 * good what is lost, so this never fails the write.
 */
export const noteVideoUse = async (...fileIds: (string | undefined)[]): Promise<void> => {
  const named = fileIds.filter(fileId => fileId !== undefined && fileId !== '') as string[];
  if (named.length === 0) return;
  try {
    const [uses, found] = await Promise.all([
      usesOf(named),
      videos.find({ fileId: _.in(named) }, { fields: ['_id', 'fileId'] }),
    ]);
    await Promise.all(
      found.map(({ _id, fileId }) =>
        videos.note(_id, { unused: !uses.some(({ videoFileId }) => videoFileId === fileId) }),
      ),
    );
  } catch (error) {
    report('use of videos not noted', error);
  }
};

/** Corrects notes that were lost; of many, some in each run. */
export const correctUse = async (): Promise<number> => {
  const used = [...new Set((await namingAny(_.gt(''))).map(({ videoFileId }) => videoFileId))];
  const wrong = (isUsed: boolean) =>
    videos.find(
      {
        unused: isUsed ? _.neq(false) : _.neq(true),
        fileId: isUsed ? _.in(used) : _.nin(used),
      },
      { limit: PAGE, fields: ['_id'] },
    );
  const [inUse, free] = await Promise.all([used.length > 0 ? wrong(true) : [], wrong(false)]);
  await videos.noteMany(idsOf(inUse), { unused: false });
  await videos.noteMany(idsOf(free), { unused: true });
  return inUse.length + free.length;
};

type Addressed = Pick<Video, 'mediaUrl' | 'coverUrl'>;

/** With addresses that can be opened. */
export const opened = <V extends Addressed>(video: V): V => ({
  ...video,
  mediaUrl: playable(video.mediaUrl),
  coverUrl: playable(video.coverUrl),
});

/** The videos of the library: with their templates, and addresses that can be opened. */
export const shown = async <V extends Pick<Video, 'fileId'> & Addressed>(videos: V[]) => {
  const uses = await usesOf(videos.map(({ fileId }) => fileId));
  return videos.map(video => {
    const its = uses.filter(({ videoFileId }) => videoFileId === video.fileId);
    return {
      ...opened(video),
      templates: its.slice(0, NAMED_TEMPLATES).map(({ _id, name }) => ({ _id, name })),
      templateCount: its.length,
    };
  });
};
