import UploadIcon from '@mui/icons-material/FileUploadOutlined';
import { Button } from '@mui/material';
import { useRef } from 'react';
import { useTranslate } from 'react-admin';
import { acceptedTypes } from '../../kit/upload/shrinkImage.ts';
import { useSendImages } from './useSendImages.ts';

export const ImageUploadButton = () => {
  const translate = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { send } = useSendImages();
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedTypes.join(',')}
        aria-label={translate('resources.images.upload.choose')}
        onChange={({ target }) => {
          send(target.files);
          // The same files may be chosen again.
          target.value = '';
        }}
      />
      <Button
        variant="contained"
        size="small"
        startIcon={<UploadIcon />}
        onClick={() => input.current?.click()}
        sx={{ minHeight: { xs: 36, sm: 0 } }}
      >
        {translate('resources.images.upload.action')}
      </Button>
    </>
  );
};
