import { entity, type RecordOf } from './entity.ts';
import { id, instant, labelled, z } from './zod.ts';

/** A search of visitors for templates that found nothing; kept for 90 days after the last one. */
export const searchMissEntity = entity({
  kind: 'searchMiss',
  name: '搜索无结果',
  function: 'keyword',
  collection: 'searchMisses',
  also: {
    /** As it was typed last. */
    q: labelled('搜索词', z.string()),
    count: labelled('次数', z.int()),
    lastTime: labelled('最近一次', instant),
    /** Not stored: the keyword most like it, of which it may become a synonym. */
    suggestion: labelled(
      '相近的关键词',
      z.object({ _id: id, word: z.string() }).nullable().default(null),
    ),
  },
  filter: {},
  sorts: ['count', 'lastTime'],
  indexes: ['unaudited.time', 'expireTime'],
  actions: {
    list: { name: 'getSearchMisses', example: { page: 1, pageSize: 20 } },
    delete: { name: 'deleteSearchMiss', id: 'id', example: { id: 'miss_0001' } },
  },
});
export type SearchMiss = RecordOf<typeof searchMissEntity>;
