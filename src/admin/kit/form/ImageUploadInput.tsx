import { useInput, useResourceContext, useTranslateLabel, ValidationError } from 'react-admin';
import { ImageUpload, type ImageUploadProps } from './ImageUpload.tsx';
import { useHelp } from './inputs.tsx';

export interface ImageUploadInputProps extends Pick<ImageUploadProps, 'scene' | 'width' | 'ratio'> {
  source: string;
  helperText?: string;
}

/** One picture of a form; what the record keeps is its path. */
export const ImageUploadInput = ({ source, helperText, ...props }: ImageUploadInputProps) => {
  const label = String(useTranslateLabel()({ source, resource: useResourceContext() ?? '' }));
  const { field, fieldState } = useInput({ source });
  const message = fieldState.error?.message;
  return (
    <ImageUpload
      {...props}
      frameRef={field.ref}
      label={label}
      value={String(field.value ?? '')}
      onChange={filePath => field.onChange(filePath)}
      error={message && <ValidationError error={message} />}
      help={useHelp(source, helperText)}
    />
  );
};
