/** What a role does not open. */
export const access = {
  denied: '当前角色没有查看此页面的权限',
  deniedTo: '「%{role}」角色没有查看此页面的权限',
  readOnly: '当前角色只能查看，不能保存修改',
};
