/**
 * Sections of docs/handbook.md by the entry of the menu where most of what they describe is done. The page has an
 * anchor with the entry's path at each, so the application need not know them.
 */
export const handbookSections: Readonly<Record<string, string>> = {
  '/dashboard': '看懂仪表盘的提醒',
  '/templates': '上线一个模板',
  '/templates/presets': '修改下线恢复旧版本',
  '/templates/quick-functions': '首页推荐与快捷入口',
  '/local-app-templates': '本地应用',
  '/local-app-categories': '本地应用',
  '/keywords': '关键词与分类',
  '/categories': '关键词与分类',
  '/users': '用户来问',
  '/users/credits': '补积分改会员',
  '/tasks': '用户说没收到图',
  '/feedback': '处理投诉与举报',
  '/messages': '给用户发消息',
  '/orders': '退一笔款',
  '/packages': '套餐与冲印价格',
  '/refunds': '退款没有成功',
  '/reconciliation': '对账有差异',
  '/print-orders': '冲印',
  '/print-size-config': '套餐与冲印价格',
  '/package-prices': '套餐与冲印价格',
  '/images': '图片和视频',
  '/videos': '图片和视频',
  '/activation-codes': '激活码',
  '/settings': '服务与设置',
  '/api-keys': '图像服务密钥',
  '/system-status': '系统状态',
  '/administrators': '管理员',
  '/audit-logs': '查是谁改的',
};
