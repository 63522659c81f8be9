import type { PublicPreset } from '#contract/visitor.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';

export interface PresetChipsProps {
  presets: PublicPreset[];
  /** '' for none. */
  chosen: string;
  onChoose: (presetId: string) => void;
}

export const PresetChips = ({ presets, chosen, onChoose }: PresetChipsProps) => {
  const hasCovers = presets.some(({ coverImage }) => coverImage !== '');
  const choices = [...presets, { _id: '', name: making.noPreset, coverImage: '' }];
  return (
    <fieldset className="entry">
      <legend>{making.preset}</legend>
      <div className={hasCovers ? 'presets' : 'chips'}>
        {choices.map(({ _id, name, coverImage }) => (
          <label key={_id} className={hasCovers ? 'preset' : 'chip'}>
            <input
              type="radio"
              // No key of an input.
              name="-preset"
              value={_id}
              checked={chosen === _id}
              onChange={() => onChoose(_id)}
            />
            {hasCovers && (
              <span className="preset-cover" aria-hidden="true">
                <SignedImage src={coverImage} className="fill" />
              </span>
            )}
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
