import { Box } from '@mui/material';
import { BooleanInput, NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { BeforeAfter } from '../../../shared/BeforeAfter.tsx';
import { useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { ImagesUploadInput } from '../../kit/form/ImagesUploadInput.tsx';
import { ImageUploadInput } from '../../kit/form/ImageUploadInput.tsx';
import { VideoInput } from './video/VideoInput.tsx';

const MAX_SAMPLES = 9;
/** How the effect is shown, and the position of the template. */
export const TemplateDisplayInputs = () => {
  const t = useTexts('resources.templates');
  const [before, after] = useWatch({ name: ['beforeImage', 'afterImage'] }) as string[];
  return (
    <>
      <FormSection title={t('sections.effect')} help={t('sections.effectHelp')}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          <ImageUploadInput source="beforeImage" scene="template" />
          <ImageUploadInput source="afterImage" scene="template" />
          {before && after && (
            <Box sx={{ mt: 1, width: 180 }}>
              <Box sx={{ mb: 0.5, fontSize: '0.8125rem', fontWeight: 500 }}>{t('comparison')}</Box>
              <BeforeAfter before={before} after={after} />
            </Box>
          )}
        </Box>
        <ImagesUploadInput
          source="sampleImages"
          scene="template"
          max={MAX_SAMPLES}
          helperText={t('help.sampleImages')}
        />
        <VideoInput source="videoFileId" helperText={t('help.videoFileId')} />
      </FormSection>
      <FormSection title={t('sections.place')} help={t('sections.placeHelp')}>
        <FormRow columns={3}>
          <NumberInput source="sort" helperText={t('help.sort')} />
          <BooleanInput source="isRecommend" helperText={t('help.isRecommend')} />
          <BooleanInput source="isNew" helperText={t('help.isNew')} />
        </FormRow>
      </FormSection>
    </>
  );
};
