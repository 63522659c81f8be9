/** Titles of what visitors read while they may only look; the settings show them beforehand. */
export const opening = {
  maintenance: '系统维护中',
  webClosed: '网页端暂未开放',
};
