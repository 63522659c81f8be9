import { useAnswer } from '../../kit/base/hooks.ts';

export const legalTextsKey = ['adminSettings', 'legalTexts'];

/** The texts that visitors agree to, and what is missing before the service may be opened to the public. */
export const useLegalTexts = () => {
  return useAnswer('adminSettings', 'getLegalTexts', { data: {}, queryKey: legalTextsKey });
};
