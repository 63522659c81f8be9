import { useEffect, useRef } from 'react';

/** What the service takes; with it, phones hand over a JPEG where they store HEIC. */
const ACCEPTED = 'image/jpeg,image/png,image/webp';

export interface FileChooserProps {
  id?: string;
  label: string;
  className: string;
  multiple?: boolean;
  /** Opens the camera, on phones. */
  capture?: boolean;
  disabled?: boolean;
  describedBy?: string | undefined;
  ariaLabel?: string;
  /** Empty when the choosing was cancelled. */
  onChoose: (files: File[]) => void;
}

/** A button that lets choose pictures. */
export const FileChooser = ({
  id,
  label,
  className,
  multiple = false,
  capture = false,
  disabled = false,
  describedBy,
  ariaLabel = label,
  onChoose,
}: FileChooserProps) => {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const element = input.current;
    const onCancel = () => onChoose([]);
    // React does not hear it from an input.
    element?.addEventListener('cancel', onCancel);
    return () => element?.removeEventListener('cancel', onCancel);
  }, [onChoose]);

  return (
    <>
      <button
        id={id}
        type="button"
        className={className}
        disabled={disabled}
        aria-label={ariaLabel}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        multiple={multiple}
        aria-label={ariaLabel}
        {...(capture && { capture: 'user' as const })}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // So that the same file can be chosen again.
          target.value = '';
          onChoose(files);
        }}
      />
    </>
  );
};
