import { visitor } from '#i18n/zh/visitor.ts';
import { CloudOffIcon } from './icons.tsx';
import { Notice } from './Notice.tsx';

/** Instead of content that could not be read. */
export const Failure = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Notice
    icon={<CloudOffIcon />}
    title={visitor.failed}
    urgent
    action={
      <button type="button" className="button" onClick={onRetry}>
        {visitor.retry}
      </button>
    }
  >
    {message}
  </Notice>
);
