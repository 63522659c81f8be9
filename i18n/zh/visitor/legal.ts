import { inForceFrom } from '#contract/legal.ts';

/** Texts of the pages of agreements, of the consent dialog and of what visitors may do with their data. */
export const legal = {
  version: (version: string) => `${version} 版，${inForceFrom(version)} 起生效`,
  draft: '尚未发布，以下为默认内容，待经营者补充。',
  versions: '历次版本',
  others: '其他协议与规则',

  title: '上传照片前请确认',
  titleTerms: '使用前请确认',
  intro: '每一项都需要你亲自勾选。',
  terms: '我已阅读并同意',
  comma: '、',
  and: '和',
  face: '我单独同意处理照片中的人脸信息，用于制作所选的作品，详见',
  abroad: '我单独同意照片传到境外的图像服务处理，接收方见',
  pictured: '照片中的人都已同意我这样使用；照片中有未满 14 周岁的人时，其监护人已同意',
  age: '你的年龄',
  over14: '我已满 14 周岁。本服务不面向未满 14 周岁的用户',
  guardianName: '监护人姓名',
  guardianContact: '监护人手机号或邮箱',
  guardianConfirms: '我是孩子的监护人，已阅读并同意',
  facts: (days: number) => `照片保存 ${days} 天后自动清除；撤回同意或删除全部数据时立即清除`,
  marks: '作品带有「AI生成」标识，请勿去除',
  toService: '照片会交给图像服务和内容审核服务处理',
  agree: '同意并继续',
  decline: '不同意',

  withdraw: '撤回人脸信息同意',
  withdrawHint: '撤回后不能再上传照片',
  withdrawTitle: '撤回人脸信息处理的同意？',
  withdrawFacts: [
    '已上传的照片立即清除，包括已结束的冲印用到的；没有结束的冲印用到的照片，签收或取消后清除',
    '没有完成的制作会取消，积分退回',
    '已完成的作品保留，可以自行删除',
    '再次上传照片时可以重新同意',
  ],
  withdrawConfirm: '撤回同意',
  withdrawing: '正在撤回…',
  photoConsent: (version: string) => `已同意《人脸信息处理说明》${version} 版`,
  photoConsentOlder: '，现行版本不同，下次上传照片时请重新确认',
  noPhotoConsent: '未同意处理人脸信息，首次上传照片时确认',

  copy: '导出我的数据',
  copyHint: (most: number) => `下载个人信息、照片和作品的副本，图片每 ${most} 张一个文件`,
  copying: '正在整理…',
  copyingPictures: (done: number, total: number) => `正在下载图片 ${done}/${total}`,
  copyStop: '停止导出',
  copyStopped: '已停止',
  copied: (lost: number) => (lost ? `已下载，${lost} 张没能保存，已在文件里列出` : '已下载'),
  deletionDeadline:
    '也可以通过「投诉与反馈」提出更正或删除，类型选「个人信息」，我们在 15 个工作日内完成。',

  refundRules: '我已阅读并同意',
  refundRulesPrint: '照片为定制商品，开始制作后不支持七天无理由退货；有质量问题可以补印或退款',
};
