import { texts } from '#contract/constants.ts';

/**
 * What visitors read on the home page and around all pages. Plain, because these need no translation
 * library. What other pages say is loaded with them.
 */
export const visitor = {
  title: texts.appTitle,
  pageTitle: (page: string, site: string = texts.appTitle) => `${page} - ${site}`,
  skipToContent: '跳到正文',
  mainPages: '主要页面',
  home: '首页',
  works: '作品',
  me: '我的',
  unread: '，有新回复',
  backHome: '返回首页',
  backToList: '返回',
  close: '关闭',
  inNewTab: '（在新标签页打开）',

  heading: '发现好看的模板',
  intro: '水墨、油画、萌宠、节日祝福，看看一张照片能变成什么样。',
  search: '搜索模板',
  searchPlaceholder: '搜索模板、关键词',
  clearSearch: '清除搜索',
  hotWords: '热门搜索',
  quickFunctions: '快捷入口',
  inMiniProgram: '小程序内使用',
  localApps: '小程序应用',
  allLocalApps: '全部小程序应用',
  recommendedTemplates: '为你推荐',
  categories: '模板分类',
  categoriesIn: (name: string) => `${name}的分类`,
  allCategories: '全部',
  templates: '模板列表',
  found: (total: string) => `共 ${total} 个模板`,
  loading: '正在加载',
  loadMore: '加载更多',
  loadingMore: '正在加载更多…',
  end: '已经到底了',

  noTemplates: '还没有上线的模板',
  noTemplatesHint: '新模板正在准备中，过些时候再来看看。',
  nothingFound: (q: string) => `没有找到「${q}」`,
  nothingFoundHint: '换个词试试，或者看看全部模板。',
  emptyCategory: '这个分类下还没有模板',
  emptyCategoryHint: '先看看其他分类吧。',
  showAll: '查看全部模板',

  failed: '加载失败',
  noAnswer: '服务暂时没有响应，请稍后再试',
  retry: '重试',
  offline: '网络已断开，连上后会自动继续',
  nothingKept:
    '浏览器不能保存数据，关闭或刷新页面后，填写的内容和作品会丢失。请关闭无痕模式，或换一个浏览器',

  recommended: '推荐',
  isNew: '新',
  vipOnly: '会员专享',
  suspended: '暂停服务',
  credits: (credits: number) => (credits > 0 ? `${credits} 积分` : '免费'),
  about: (seconds: number) =>
    seconds < 90 ? `约 ${Math.round(seconds)} 秒` : `约 ${Math.round(seconds / 60)} 分钟`,
  optional: '选填',

  deleted: '数据已删除',
  deletedHint: '照片和作品已清除，账号已注销。感谢你的使用，欢迎随时再来。',

  notFound: '页面不存在',
  notFoundHint: '地址可能有误，或者页面已被移走。',
};

/** What stands at the foot of every page. */
export const footer = {
  rules: '协议与规则',
  complaint: '投诉与反馈',
  about: '经营者与备案信息',
  operator: (name: string) => `${name}（营业执照）`,
  algorithm: (number: string) => `算法备案号：${number}`,
  model: (model: string) => `生成模型：${model}`,
};
