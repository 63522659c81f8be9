import { visitor } from '#i18n/zh/visitor.ts';
import { CloudOffIcon } from './icons.tsx';
import { Notice } from './Notice.tsx';

export interface FailureProps {
  message: string;
  /** Absent where it is asked for again without the visitor. */
  onRetry?: () => void;
}

/** Instead of content that could not be read. */
export const Failure = ({ message, onRetry }: FailureProps) => (
  <Notice
    icon={<CloudOffIcon />}
    title={visitor.failed}
    urgent
    action={
      onRetry && (
        <button type="button" className="button" onClick={onRetry}>
          {visitor.retry}
        </button>
      )
    }
  >
    {message}
  </Notice>
);

/** Why something did not work; nothing where there is no message. */
export const FailureText = ({ id, message }: { id?: string; message: string | undefined }) =>
  message ? (
    <p id={id} className="failure" role="alert">
      {message}
    </p>
  ) : null;
