/** The two kinds of credits. */
export const creditWords = { paid: '购买积分', gift: '赠送积分' } as const;
