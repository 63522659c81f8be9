import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { IconButton, InputAdornment, Tooltip } from '@mui/material';
import { TextInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { DEFAULT_IMAGE_STYLES } from '#contract/constants.ts';
import { useTexts } from '../../kit/base/useTexts.ts';
import { FormRow } from '../../kit/form/FormSection.tsx';

/** The product's own styles always exist; others can be removed. */
export const ImageStyleInputs = () => {
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
