export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Who has made nearly everything: the first administrator. */
export const demoAuthor = { adminId: 'first_admin', name: '管理员' };
export const authored = { createBy: demoAuthor, updateBy: demoAuthor };

/** `tpl_0007` */
export const numbered = (prefix: string, at: number) => `${prefix}_${String(at).padStart(4, '0')}`;

/** What every record has beside its id. */
export const stamped = (createTime: number, updateTime = createTime) => ({
  rev: 1,
  createTime,
  updateTime,
});
