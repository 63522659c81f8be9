import type { Template } from '#contract/template.ts';
import { NAMED_TEMPLATES, type Video } from '#contract/video.ts';
import { _ } from '../base/cloud.ts';
import { repository } from '../base/repository.ts';
import { playable } from './playing.ts';

const templates = repository<Template>('templates');
const PAGE = 1_000;

type Use = Pick<Template, '_id' | 'name' | 'videoFileId'>;

const namingAny = async (condition: unknown): Promise<Use[]> => {
  const found: Use[] = [];
  for (;;) {
    const page = await templates.find(
      { videoFileId: condition },
      {
        sort: [
          ['videoFileId', 'asc'],
          ['createTime', 'asc'],
          ['_id', 'asc'],
        ],
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

/** Numbers of all videos that templates show. */
export const usedFileIds = async (): Promise<string[]> => [
  ...new Set((await namingAny(_.gt(''))).map(({ videoFileId }) => videoFileId)),
];

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
