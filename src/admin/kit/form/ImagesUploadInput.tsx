import { useInput, useResourceContext, useTranslateLabel, ValidationError } from 'react-admin';
import { ImagesUpload, type ImagesUploadProps } from './ImagesUpload.tsx';
import { useHelp } from './inputs.tsx';

export interface ImagesUploadInputProps extends Pick<ImagesUploadProps, 'scene' | 'max'> {
  source: string;
  helperText?: string;
}

/** Several pictures of a form; what the record keeps is their paths. */
export const ImagesUploadInput = ({ source, helperText, ...props }: ImagesUploadInputProps) => {
  const label = String(useTranslateLabel()({ source, resource: useResourceContext() ?? '' }));
  const { field, fieldState } = useInput({ source });
  const message = fieldState.error?.message;
  return (
    <ImagesUpload
      {...props}
      frameRef={field.ref}
      label={label}
      values={(field.value as string[] | null) ?? []}
      onChange={filePaths => field.onChange(filePaths)}
      error={message && <ValidationError error={message} />}
      help={useHelp(source, helperText)}
    />
  );
};
