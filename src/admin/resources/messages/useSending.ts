import { useAnswer } from '../../kit/base/useAnswer.ts';

export const SENDING = ['adminMessage', 'getSending'];

/** What keeps messages to users from being sent, for what a dialog promises; undefined until it is known. */
export const useSending = (isNeeded = true) => {
  return useAnswer('adminMessage', 'getSending', {
    data: {},
    queryKey: SENDING,
    staleTime: 60_000,
    enabled: isNeeded,
  }).data;
};
