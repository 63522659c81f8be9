import type { Preset } from '#contract/preset.ts';
import { useCreatePath, useRecord, useTexts } from '../../kit/base/hooks.ts';
import { NameCell } from '../../kit/field/NameCell.tsx';
import { PictureTile } from '../../kit/field/PictureTile.tsx';
import { SmallChip } from '../../kit/field/valueFields.tsx';

/** Cover, name and tags, and what is wrong with it. */
export const PresetNameField = () => {
  const t = useTexts('resources.templates/presets');
  const { id, name, coverImage, tags, isDefault, needsReview } = useRecord<Preset>();
  return (
    <NameCell
      picture={<PictureTile src={coverImage} name={name} />}
      name={name}
      to={useCreatePath()({ resource: 'templates/presets', type: 'edit', id })}
      marks={
        <>
          {isDefault && <SmallChip label={t('default.mark')} />}
          {needsReview && <SmallChip color="warning" variant="outlined" label={t('review.mark')} />}
        </>
      }
      second={tags.join(' · ')}
    />
  );
};
