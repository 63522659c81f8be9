import type { Video } from '#contract/video.ts';

/** It changes without an administrator's action. */
export const isMoving = ({ status, coverPending }: Pick<Video, 'status' | 'coverPending'>) =>
  status === 'processing' || status === 'deleting' || coverPending;

/** '1:05' for 65 seconds. */
export const lasting = (seconds: number) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
