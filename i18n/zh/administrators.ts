import { administratorEntity } from '#contract/administrator.ts';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/constants.ts';
import { remembered } from './secondFactor.ts';

export const administrators = {
  name: administratorEntity.name,
  page: { list: '管理员', show: '管理员详情' },
  fields: administratorEntity.labels,
  help: {
    username:
      '登录时使用，3 到 32 位小写字母、数字、下划线、点和短横线，以字母开头；创建后不能修改',
    nickName: '显示在操作日志和备注里',
  },
  empty: { title: '还没有其他管理员', text: '所有管理员的权限相同，每次操作都会记入操作日志。' },
  oneself: '我',
  neverSignedIn: '从未登录',
  waitsForOwn: '一次性密码未修改',
  expired: '一次性密码已过期',
  about: '账号信息',
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
