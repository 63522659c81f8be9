import { administratorEntity } from '#contract/administrator.ts';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';
import { roleEntity } from '#contract/role.ts';
import { remembered } from './secondFactor.ts';

export const roles = {
  name: roleEntity.name,
  page: { list: '角色', create: '新建角色', edit: '角色详情' },
  fields: roleEntity.labels,
  help: {
    name: '不超过 20 个字，不能与其他角色重名',
    rights: '选中任一权限后，会同时选中「查看」',
  },
  standard: '标准角色',
  standardNotice: '标准角色随系统提供，只能修改上限；需要其他权限时，请复制后调整。',
  fullNotice: '管理员角色随系统提供，没有上限，不能修改；需要其他权限时，请复制后调整。',
  ownNotice: '这是你自己的角色，不能由你修改。',
  copy: '复制',
  copyOf: '复制「%{name}」',
  copyName: '%{name}（复制）',
  sections: {
    about: '基本信息',
    aboutHelp: '',
    rights: '权限',
    rightsHelp: '没有选中的一律不允许',
    limits: '上限',
    limitsHelp:
      '超过的需审批。积分和会员天数都含赠送、退回和扣除。留空表示不限，会员天数留空时与积分上限相同',
  },
  counted: '%{count} 人',
  rightCount: '%{count} 项权限',
  delete: { effect: '删除后不能恢复。仍有管理员使用的角色不能删除。' },
  empty: { title: '没有角色', text: '标准角色随系统提供，也可以新建自己的角色。' },
};

export const administrators = {
  name: administratorEntity.name,
  page: { list: '管理员', show: '管理员详情' },
  fields: administratorEntity.labels,
  help: {
    username:
      '登录时使用，3 到 32 位小写字母、数字、下划线、点和短横线，以字母开头；创建后不能修改',
    nickName: '显示在操作日志和备注里',
    role: '决定可以查看和操作哪些内容，可随时更换',
  },
  empty: { title: '还没有其他管理员', text: '每次操作都会记入操作日志。' },
  oneself: '我',
  neverSignedIn: '从未登录',
  waitsForOwn: '一次性密码未修改',
  expired: '一次性密码已过期',
  about: '账号信息',
  may: '可以做什么',
  noRole: '未分配角色',
  setRole: {
    action: '更换角色',
    title: '更换「%{name}」的角色',
    facts: '立即生效，不需要重新登录。',
    done: '已更换「%{name}」的角色',
  },
  devices: {
    title: '登录设备',
    hint: '强制退出后，该设备需要重新登录。停用或重置密码会强制退出全部设备。',
    none: '没有已登录的设备',
    current: '本机',
    lastSeen: '最近使用',
    unknown: '未知设备',
    end: '强制退出',
    endConfirm: '「%{name}」需要重新登录后才能使用。',
    ended: '已强制退出该设备',
  },
  remembered,
  secondFactorOn: '已开启',
  secondFactorOff: '未开启',
  resetFactor: {
    action: '重置两步验证',
    title: '重置「%{name}」的两步验证？',
    facts:
      '用于对方丢失手机且没有恢复码时，请先核实是本人。对方所有设备上的登录立即失效，之后只用密码就能登录；角色必须使用两步验证的，登录后要重新设置。',
    submit: '重置两步验证',
    done: '已重置「%{name}」的两步验证',
  },
  create: {
    action: '新建管理员',
    title: '新建管理员',
    facts: '系统会生成一次性密码，只显示一次。对方首次登录后必须先改成自己的密码，才能使用后台。',
    submit: '创建',
  },
  disable: {
    action: '停用',
    title: '停用「%{name}」？',
    facts: '对方所有设备上的登录立即失效，之后无法登录，直到重新启用。其操作日志会保留。',
    done: '已停用「%{name}」',
  },
  enable: {
    action: '启用',
    title: '启用「%{name}」？',
    facts: '启用后，对方可以用原来的密码登录。忘记密码时，启用后再重置。',
    done: '已启用「%{name}」',
  },
  reset: {
    action: '重置密码',
    title: '重置「%{name}」的密码？',
    facts:
      '原密码和对方所有设备上的登录立即失效。系统会生成新的一次性密码，只显示一次，请当面或通过可信方式告知对方。',
  },
  oneTime: {
    title: '「%{name}」的一次性密码',
    text: `请现在记下并告知对方。关闭后无法再次查看，${ONE_TIME_PASSWORD_DAYS} 天内首次登录有效。`,
    label: '一次性密码',
    noted: '我已记下',
    lost: '账号已创建，但一次性密码没有传回本页，也无法再次查看。请在该管理员的页面重置密码。',
    close: '知道了',
  },
};
