/** Who has no name, on either side. */
export const anonymous = '匿名用户';
