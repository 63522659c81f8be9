const UNNAMED = '已下线的模板';
/** At most this many names are listed. */
const NAMED = 3;

/** What visitors read on the page of their works. */
export const visitorWorks = {
  title: '我的作品',
  intro: (days: number) => `作品保留 ${days} 天，到期自动清除，请及时下载。`,
  list: '作品列表',
  groups: { '': '全部', active: '正在制作', succeeded: '制作完成', failed: '失败或取消' },
  filter: '按状态筛选',
  found: (total: number) => `共 ${total} 个作品`,

  pictures: (count: number) => `${count} 张`,
  video: '视频暂时无法播放',
  daysLeft: (days: number) => (days > 0 ? `${days} 天后清除` : '今天清除'),
  unnamed: UNNAMED,

  none: '还没有作品',
  noneHint: '选一个喜欢的模板，上传照片，几分钟就能完成。',
  noneInGroup: {
    active: '没有正在制作的作品',
    succeeded: '还没有制作完成的作品',
    failed: '没有失败或取消的作品',
  },
  browse: '去看看模板',
  showAll: '查看全部作品',

  select: '选择',
  cancel: '取消',
  selectAll: '全选',
  selectNone: '取消全选',
  selected: (count: number) => `已选 ${count} 个`,
  selectOne: (name: string, time: string) => `选择${name}，${time}`,
  notSelectable: '正在制作的作品不能删除',
  delete: '删除',
  deleteTitle: (count: number) => `删除 ${count} 个作品？`,
  /** What they are called, each name once; of many the first. */
  namesOf: (works: readonly { templateName: string }[]) => {
    const names = [...new Set(works.map(({ templateName }) => templateName || UNNAMED))];
    const first = names.slice(0, NAMED).map(name => `「${name}」`);
    return `${first.join('')}${names.length > NAMED ? `等 ${works.length} 个` : ''}`;
  },
  deleteText: '作品的图片会被彻底删除，无法恢复。需要保留的请先下载。',
  confirmDelete: '确认删除',
  deleting: '正在删除…',
  deleted: (count: number) => `已删除 ${count} 个作品`,
  deletedSome: (done: number, left: number) =>
    `已删除 ${done} 个作品，${left} 个正在制作，没有删除`,
  deletedUntil: (done: number, message: string) => `已删除 ${done} 个，其余没有删除：${message}`,
};
