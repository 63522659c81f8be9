import type { VisitorTask } from '#contract/visitorTask.ts';

/** The photo that results are compared with; '' where the template takes none. */
export const firstPhotoOf = ({ inputs }: VisitorTask): string =>
  inputs.find(({ filePath }) => filePath !== '')?.filePath ?? '';

type Output = VisitorTask['outputs'][number];

export const isVideo = ({ fileType }: Output): boolean => fileType === 'mp4';

/** CSS ratio of a picture; upright where its size is not known. */
export const ratioOfOutput = ({ width, height }: Output): number =>
  width && height ? width / height : 3 / 4;
