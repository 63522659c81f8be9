import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { DEFAULT_IMAGE_STYLES } from '#contract/constants.ts';
import { useInvoke, useTexts } from '../../kit/base/hooks.ts';
import { FormRow, FormSection } from '../../kit/form/FormSection.tsx';
import { BooleanInput, MoneyInput, NumberInput, TextInput } from '../../kit/form/inputs.tsx';
import { SettingsTestButton } from './SettingsTestButton.tsx';

const MINUTE_MS = 60_000;
const MEGABYTE = 1_048_576;

/** Held in small units, read in ones people think in. */
const inUnits = (unit: number) => ({
  step: 'any',
  format: (value: unknown) =>
    typeof value === 'number' ? String(Math.round((value / unit) * 100) / 100) : '',
  parse: (text: string | number) => {
    const value = Number(text);
    return String(text).trim() === '' || Number.isNaN(value) ? null : Math.round(value * unit);
  },
});

export const SystemInputs = () => {
  const t = useTexts('settings');
  const invoke = useInvoke();
  return (
    <>
      <FormSection name="imageStyles">
        <ImageStyleInputs />
      </FormSection>
      <FormSection name="pictures">
        <FormRow columns={3}>
          <NumberInput
            source="signUrl.maxAgeSec"
            min={60}
            step={60}
            helperText={t('help.maxAge')}
          />
          <NumberInput
            source="signUrl.refreshMs"
            {...inUnits(MINUTE_MS)}
            helperText={t('help.refresh')}
          />
          <NumberInput source="upload.maxBytes" {...inUnits(MEGABYTE)} />
        </FormRow>
        <SettingsTestButton
          label={t('test.storage')}
          run={() => invoke('adminSettings', 'testStorage', {})}
        />
      </FormSection>
      <FormSection name="task">
        <FormRow columns={3}>
          <NumberInput source="task.maxPerUser" min={1} />
          <NumberInput source="task.timeoutSec" min={30} step={30} />
          <NumberInput source="task.pollMs" {...inUnits(1_000)} />
        </FormRow>
        <FormRow columns={3}>
          <NumberInput source="task.queueSec" min={60} step={60} helperText={t('help.queueSec')} />
          <NumberInput source="task.anonymousDaily" min={1} helperText={t('help.anonymousDaily')} />
          <NumberInput source="task.addressDaily" min={1} helperText={t('help.addressDaily')} />
        </FormRow>
        <FormRow columns={3}>
          <MoneyInput source="task.coinPriceFen" helperText={t('help.coinPrice')} />
        </FormRow>
      </FormSection>
      <FormSection name="moderation">
        <FormRow columns={3}>
          <BooleanInput source="moderation.images" helperText={t('help.moderation')} />
          <BooleanInput source="moderation.texts" helperText={t('help.moderation')} />
          <BooleanInput source="moderation.refuseDoubtful" helperText={t('help.refuseDoubtful')} />
        </FormRow>
        <FormRow>
          <TextInput source="moderation.imageBizType" helperText={t('help.bizType')} />
          <TextInput source="moderation.textBizType" helperText={t('help.bizType')} />
        </FormRow>
      </FormSection>
      <FormSection name="retention">
        <FormRow columns={3}>
          <NumberInput source="retention.userUploadDays" min={1} />
          <NumberInput source="retention.resultDays" min={1} />
          <NumberInput source="retention.trashDays" min={1} />
        </FormRow>
      </FormSection>
      <FormSection name="vod">
        <FormRow columns={3}>
          <TextInput source="vod.subAppId" />
          <TextInput source="vod.procedure" />
          <NumberInput source="vod.classId" min={0} />
        </FormRow>
      </FormSection>
    </>
  );
};

/** The product's own styles always exist; others can be removed. */
const ImageStyleInputs = () => {
  const t = useTexts('settings');
  const { setValue } = useFormContext();
  const styles = useWatch({ name: 'imageStyles' }) as Record<string, string> | undefined;
  const remove = (style: string) => {
    const { [style]: _gone, ...rest } = styles ?? {};
    setValue('imageStyles', rest, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <FormRow>
      {Object.keys({ ...DEFAULT_IMAGE_STYLES, ...styles }).map(style => {
        const label = t(`styles.${style}`, { _: style });
        const isOwn = Object.hasOwn(DEFAULT_IMAGE_STYLES, style);
        const removal = t('removeStyle', { name: style });
        return (
          <TextInput
            key={style}
            source={`imageStyles.${style}`}
            label={label}
            helperText={isOwn ? style : false}
            slotProps={{
              input: {
                endAdornment: !isOwn && (
                  <InputAdornment position="end">
                    <Tooltip title={removal}>
                      <IconButton
                        size="small"
                        aria-label={removal}
                        onClick={() => remove(style)}
                        edge="end"
                      >
                        <DeleteIcon fontSize="small" />
                      </IconButton>
                    </Tooltip>
                  </InputAdornment>
                ),
              },
            }}
          />
        );
      })}
    </FormRow>
  );
};
