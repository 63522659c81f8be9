/** Fields of an order for which nothing has been granted yet. */
export const noGrant = {
  status: 'none' as const,
  time: null,
  error: '',
  nextTime: null,
  credits: 0,
  giftCredits: 0,
  days: 0,
};
