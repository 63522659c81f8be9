import { ImagesUpload } from '../../kit/form/ImagesUpload.tsx';
import { ImageUpload } from '../../kit/form/ImageUpload.tsx';
import { VisitorControl, type VisitorControlProps } from './VisitorControl.tsx';

/** What an administrator fills in one input of a template with, in a visitor's stead: pictures too. */
export const InputControl = ({ input, value, error, onChange }: VisitorControlProps) => {
  if (input.type === 'image') {
    return (
      <ImageUpload
        label={input.label}
        scene="template"
        value={String(value ?? '')}
        onChange={onChange}
        error={error}
        width={120}
      />
    );
  }
  if (input.type === 'images') {
    return (
      <ImagesUpload
        label={input.label}
        scene="template"
        values={Array.isArray(value) ? value : []}
        onChange={onChange}
        max={9}
        error={error}
      />
    );
  }
  return <VisitorControl input={input} value={value} onChange={onChange} error={error} />;
};
