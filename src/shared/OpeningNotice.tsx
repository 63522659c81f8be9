import { opening } from '#i18n/zh/opening.ts';
import './banner.css';

export interface OpeningNoticeProps {
  kind: keyof typeof opening;
  /** Null: nothing is shown. */
  message: string | null;
}

/** What visitors see while they may only look. */
export const OpeningNotice = ({ kind, message }: OpeningNoticeProps) => (
  <div role="status" className="banner" hidden={message === null}>
    {message !== null && (
      <>
        <strong>{opening[kind]}</strong> {message}
      </>
    )}
  </div>
);
