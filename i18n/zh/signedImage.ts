export const signedImage = {
  /** The picture is shown from an unsigned address. */
  unsigned: '图片未能正常加载，当前显示原始地址',
  broken: '图片加载失败',
  /** The role does not see pictures of users. */
  denied: '无权查看',
};
