/**
 * What makes a promise true: a test (file, beginning of its title), or, for what only the operator can do, a page of
 * theirs that says so (file, heading).
 */
type Proof = readonly [file: string, title: string];

/** Any of these makes a sentence a promise. */
export const promising =
  /[\d一二三四五六七八九十] ?(天|年|个月|个工作日)|立即|立刻|马上|记录|不会|仅|只|不向不满|副本/;

const operator = (heading: string): Proof => ['docs/before-you-open.md', heading];
const contracts = operator('Third parties');
const complaints = operator('Complaints');
const periods = operator('Rights, periods and logs');
const handling: Proof = ['docs/handbook.md', '处理投诉与举报'];

const legal = (title: string): Proof => ['tests/functions/base/legal.test.ts', title];
const kept = (title: string): Proof => ['tests/functions/base/keptRecords.test.ts', title];
const past = (title: string): Proof => ['tests/functions/users/pastAccounts.test.ts', title];
const hostile = (title: string): Proof => ['tests/functions/tasks/taskHostile.test.ts', title];
const picture: Proof = ['tests/functions/tasks/taskEngine.test.ts', 'are erased when their days'];
const removed: Proof = ['tests/functions/tasks/taskEngine.test.ts', 'are gone with their pictures'];
const withdrawn = legal('taken back ends what has not ended, removes the photos');
const guardian = legal('names the guardian to the user, to support in part, and whole');
const notUnder14 = legal('is refused while the service is not for them');
const prints: Proof = [
  'tests/functions/prints/printPhotos.test.ts',
  'are erased as many days after its end as the settings say',
];
const deletion = 'tests/functions/users/deletionDeletes.test.ts';
const deleted: Proof = [deletion, 'deleted by %s leaves nothing but what the dialog names'];
const taken: Proof = [deletion, 'takes the photos of prints that have ended along'];
const forPerson: Proof = [
  'tests/functions/files/removeUserImage.test.ts',
  'is erased at once because of the person in it',
];
const everything = hostile('is gone with all other data when the visitor says so');
const ownOnly = hostile('is signed for nobody else');
const consent = legal('is asked for beside the agreement');
const address: Proof = [
  'tests/functions/users/networkAddresses.test.ts',
  'a visitor’s address is kept with the agreement and in the log',
];
const encrypted: Proof = [
  'tests/functions/prints/adminPrintOrder.test.ts',
  'is stored encrypted, shown masked',
];
const messages = 'tests/functions/messages/messageRules.test.ts';
const webOrder: Proof = ['tests/functions/prints/webPrints.test.ts', 'wait as long as the setting'];
const browser = 'tests/legal/browser.test.ts';

/**
 * Each sentence of the product's texts that promises something, by a part of it that no other entry has and that names no
 * value of a setting. A sentence that stands in several texts has one entry.
 */
export const promises: readonly (readonly [part: string, ...Proof[]])[] = [
  // 服务与账号
  [
    '账号只对应当前浏览器',
    ['tests/screens/visitor/visitorMe.test.tsx', 'says of an anonymous account that it lives in'],
  ],
  [
    '只上传你有权使用的照片',
    ['tests/screens/visitor/visitorPhotos.test.tsx', 'are asked for before anything is uploaded'],
  ],
  ['你只授权我们', contracts, ownOnly],
  ['依法保存相关订单记录不少于', kept('is never shorter than the law wants')],
  [
    '没有通过的不会制作',
    ['tests/functions/tasks/moderation.test.ts', 'refuses a text with sandbox-'],
  ],
  ['发现违法内容的', operator('Content moderation')],
  ['积分只用于', operator('Sold credits are prepaid')],
  ['天公告，没有用掉的购买积分', operator('Sold credits are prepaid')],
  ['只能在监护人填写姓名和联系方式', guardian],
  ['的用户的个人信息，只在监护人填写', guardian],
  ['我们不向不满 14 周岁的用户提供服务', notUnder14],
  [
    '还会加密保存微信的登录凭证',
    ['tests/functions/orders/virtualPay.test.ts', 'is erased with the account'],
  ],
  ['撤回同意或注销账号时立即删除', legal('forgets the guardian when %s')],
  ['只能浏览模板', legal('are agreed to before %s.%s')],

  [
    '存成一份可以阅读的副本',
    [
      'tests/screens/visitor/visitorMe.test.tsx',
      'is a page to read, the data, and the pictures that are still there',
    ],
    ['tests/functions/users/ownData.test.ts', 'is what happened and when, without notes'],
  ],

  // 保存多久
  ['天后清除，请及时下载', picture],
  ['天后自动清除', picture],
  ['天后清除，其他见《隐私政策》', picture],
  ['到期自动清除', picture],
  ['或到你撤回同意、删除全部数据为止', picture, withdrawn, everything],
  ['或到你删除为止', picture, removed],
  ['照片立刻清除', withdrawn],
  ['随制作记录保留', everything],
  ['立刻生效：照片和作品清除', everything],
  ['冲印订单用到的照片：', prints],
  ['冲印订单用到的照片为制作', prints],
  ['冲印订单用到的，到订单结束后', prints],
  ['没有结束的冲印用到的，到订单结束后', prints],
  ['没有结束的冲印用到的，签收', taken, prints],
  ['制作或寄送中的冲印用到的图片', deleted, prints],
  [
    '打包文件',
    [
      'tests/functions/prints/printArchive.test.ts',
      'that is stopped leaves nothing, and one that is kept',
    ],
  ],
  ['应照片中本人的要求删除的', forPerson],
  ['核实之后立即清除', forPerson],
  ['记录的网络地址和客服的备注等删除', deleted],
  ['账号变动和后台操作日志按第四条保留', deleted, kept('a row of the audit log goes')],
  [
    '在回收站保留',
    ['tests/functions/base/settingEffects.test.ts', 'a deleted picture stays in the trash'],
  ],
  ['发给你的消息记录', [messages, 'half a year after they were written']],
  [
    '天，或到注销账号为止',
    [messages, 'half a year after they were written'],
    [messages, 'with their user, however many'],
  ],
  ['内删除其中的用户标识', kept('an order, its refunds and prints')],
  ['抬头和税号与订单记录相同', kept('an order, its refunds and prints')],
  ['说明到注销账号为止', everything, kept('an order, its refunds and prints')],
  ['年，之后只保留商品', kept('an order, its refunds and prints')],
  ['标识随记录保留', kept('an order, its refunds and prints')],
  ['积分明细和兑换记录', kept('a line of credits goes')],
  ['处理完成、不再变动后', kept('a complaint goes')],
  ['账号变动记录：', kept('what happened to a user goes')],
  ['会员变动 ', kept('what happened to a user goes')],
  ['备注 ', kept('what happened to a user goes')],
  ['后台操作日志：', kept('a row of the audit log goes')],
  ['还没有处理完的，相关记录', kept('stays: open refunds and prints')],
  ['保留一份不含姓名和账号的加密记录', past('is what limits need')],
  ['注销后 ', past('holds for as many days as the settings say')],
  ['备份只用于恢复数据', ['docs/backup.md', 'A backup is personal data']],
  ['加密保存，与冲印订单的记录相同', encrypted],
  [
    '红冲发票，开具时提交给税务机关',
    ['tests/functions/orders/invoices.test.ts', 'leaves no title, number or address'],
    operator('Invoices'),
  ],

  // 收集什么
  ['网络地址（IP）：', address],
  ['通常不超过 1 天', address],
  ['其他随账号变动记录保留', address, kept('what happened to a user goes')],
  ['财务、税务和网络安全方面的记录', periods],
  ['只有你单独同意', consent],
  [
    '查看完整内容要写明原因',
    encrypted,
    ['tests/functions/sweeps/contacts.test.ts', 'all of it is answered with a reason'],
  ],
  [
    '不使用某项功能，就不会收集',
    ['tests/functions/users/visitorLimits.test.ts', 'writes nothing for a visitor who is new'],
  ],
  ['通话记录', [browser, 'is not asked where it is'], operator('Recognising faces')],
  ['浏览器的本地存储里只有', [browser, 'keeps drafts, the inviter']],
  [
    '我们只要你为这件作品选择的照片',
    ['tests/functions/files/files.test.ts', 'becomes a cleaned picture'],
  ],

  // 谁能看到，交给谁
  ['的地址只签发给你本人', ownOnly],
  [
    '因此照片和作品只有你本人',
    ownOnly,
    hostile('is signed for its owner, a generated one only with its visible mark'),
  ],
  [
    '只有账号本人和处理事务的后台人员',
    ownOnly,
    ['tests/functions/users/pictureLooks.test.ts', 'is one row for a hundred in an hour'],
  ],
  ['后台人员：只在处理投诉', periods],
  ['只用于制作你选择的作品', contracts],
  ['只用于制作所选的作品和冲印', contracts, operator('Recognising faces')],
  ['只提供实现目的所必需的部分', contracts],
  [
    '只在制作时传输',
    ['tests/functions/tasks/taskSubmitRules.test.ts', 'sends each photo once, as what it is'],
  ],
  ['只返回审核结果', contracts],
  ['只用于寄送', contracts],
  ['只得到打印文件', contracts],
  [
    '没有开启的种类，不会发给',
    ['tests/functions/tasks/taskCheckRules.test.ts', 'is asked about where the settings say so'],
    ['tests/functions/tasks/taskReview.test.ts', 'is shown when it has passed, and unchecked'],
  ],
  ['照片不会传输到境外', legal('is asked for again once photos go abroad')],
  ['传输到境外，只用于制作作品', operator('Photos that go abroad')],
  ['我们立即补救', ['docs/incidents.md', 'The first hour of a security incident']],

  // 答复
  ['在 15 个工作日内答复', periods],
  ['天内答复处理结果', complaints],
  ['天内答复是否同意', complaints],
  ['材料齐全之后', complaints],
  ['并联系监护人，请其提供', operator('未成年人退款')],
  ['材料只用于核实', operator('未成年人退款')],
  ['请马上举报', handling],

  // 付款、冲印和退款
  ['在网页下的冲印订单，等待支付', webOrder],
  ['没有支付，自动关闭', webOrder],
  ['不适用七天无理由退货', legal('the refund rules are confirmed in their current version')],
  ['请在收到后尽快联系我们，最好在', operator('Refund rules')],
  ['不影响你依法享有的权利', operator('Refund rules')],
  [
    '只用于处理退款',
    ['tests/functions/orders/refundAsks.test.ts', 'leaves none of its words in the audit log'],
    operator('Refund rules'),
  ],
  ['一般 1 至 3 个工作日到账', operator('Refund rules')],
  [
    '对应的积分和会员天数马上收回',
    ['tests/functions/refunds/refundRules.test.ts', 'is stored, and has taken what was granted'],
  ],
  [
    '另行提供的收款账户只用于这笔退款',
    ['tests/functions/refunds/refundWayRules.test.ts', 'is sent to another one, with what'],
  ],
  [
    '微信支付只支持付款后一年以内',
    ['tests/functions/refunds/refundDueRules.test.ts', 'of a paid order, whose money can go back'],
  ],
  ['超过一年的', operator('Refund rules')],
];
