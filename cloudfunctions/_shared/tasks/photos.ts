import { templateInputSentences } from '#contract/sentences/templateInputs.ts';
import { invalid } from '../base/errors.ts';
import type { FileRow } from '../base/files.ts';
import type { PlannedInputs } from './plan.ts';

/**
 * Photos that may be used, large enough.
 * @param usable the rows of those that may be used, by path
 * @throws 40001 beside the input
 */
export const checkPhotos = ({ photos }: PlannedInputs, usable: Map<string, FileRow>): void => {
  for (const { input, filePath } of photos) {
    const field = `inputs.${input.key}`;
    const photo = usable.get(filePath);
    if (!photo) throw invalid({ [field]: templateInputSentences.photoGone });
    const side = Math.min(photo.width, photo.height);
    if (input.minSide != null && side < input.minSide)
      throw invalid({ [field]: templateInputSentences.photoTooSmall(input.minSide) });
  }
};
