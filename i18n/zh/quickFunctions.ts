import { quickFunctionEntity } from '#contract/quickFunction.ts';

export const quickFunctions = {
  name: quickFunctionEntity.name,
  create: '新建快捷入口',
  page: { list: '快捷入口管理' },
  fields: { ...quickFunctionEntity.labels, url: '网址', schedule: '展示时间' },
  help: {
    title: '最多 8 个字，每行 4 个',
    badge: '最多 4 个字，例如「新」「热」，可不填',
    startTime: '留空表示立即开始',
    endTime: '留空表示一直展示',
    path: '以 / 开头，例如 /pages/print/index',
    url: '以 https:// 开头',
    appid: '对方小程序的 AppID，以 wx 开头',
    platforms: '网页打不开小程序里的内容，会告诉用户到小程序使用',
    otherPath: '留空则打开对方首页',
  },
  search: '搜索标题',
  enable: '启用「%{title}」',
  dead: '目标已失效',
  editTitle: '编辑快捷入口「%{title}」',
  saved: '已保存「%{title}」',
  created: '已创建「%{title}」，排在最后',
  schedule: {
    always: '长期',
    running: '展示中',
    coming: '未开始',
    over: '已结束',
    range: '%{from} 至 %{to}',
  },
  preview: {
    title: '首页预览',
    platform: '预览平台',
    grid: '首页快捷入口',
    moment: '预览时间',
    empty: '此时没有展示的入口',
  },
  empty: {
    title: '还没有快捷入口',
    text: '快捷入口显示在小程序和网页的首页，帮用户直达常用内容。',
  },
  delete: {
    effect: '删除后首页不再显示该入口，且不能恢复。',
    clicks: '至今被点击 %{count} 次。',
  },
};
