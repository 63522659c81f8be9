import { useInput, useResourceContext, useTranslateLabel, ValidationError } from 'react-admin';
import { ImagesUpload, type ImagesUploadProps } from './ImagesUpload.tsx';
import { ImageUpload, type ImageUploadProps } from './ImageUpload.tsx';
import { useHelp } from './inputs.tsx';

/** What a field for files shows besides its value. */
export const useUploadInput = (source: string) => {
  const label = String(useTranslateLabel()({ source, resource: useResourceContext() ?? '' }));
  const { field, fieldState } = useInput({ source });
  const message = fieldState.error?.message;
  const help = useHelp(source);
  return { field, shown: { label, help, error: message && <ValidationError error={message} /> } };
};

export interface ImageUploadInputProps extends Pick<ImageUploadProps, 'scene' | 'width' | 'ratio'> {
  source: string;
}

/** One picture of a form; what the record keeps is its path. */
export const ImageUploadInput = ({ source, ...props }: ImageUploadInputProps) => {
  const { field, shown } = useUploadInput(source);
  const value = String(field.value ?? '');
  return (
    <ImageUpload
      {...props}
      {...shown}
      frameRef={field.ref}
      value={value}
      onChange={filePath => field.onChange(filePath)}
    />
  );
};

export interface ImagesUploadInputProps extends Pick<ImagesUploadProps, 'scene' | 'max'> {
  source: string;
}

/** Several pictures of a form; what the record keeps is their paths. */
export const ImagesUploadInput = ({ source, ...props }: ImagesUploadInputProps) => {
  const { field, shown } = useUploadInput(source);
  const values = (field.value as string[] | null) ?? [];
  return (
    <ImagesUpload
      {...props}
      {...shown}
      frameRef={field.ref}
      values={values}
      onChange={filePaths => field.onChange(filePaths)}
    />
  );
};
