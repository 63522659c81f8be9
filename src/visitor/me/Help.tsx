import { useState } from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { SelectedText } from '../../shared/SelectedText.tsx';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { useCopy } from '../../shared/useCopy.ts';
import { Fact } from '../Fact.tsx';
import { FeedbackDialog } from '../FeedbackDialog.tsx';

export interface HelpProps {
  invoke: Invoke;
  /** Only a visitor whom the service knows may write to it. */
  canWrite: boolean;
}

export const Help = ({ invoke, canWrite }: HelpProps) => {
  const { wechat, phone, qrImage } = useSystemSettings().site.customerService;
  const [isWriting, setWriting] = useState(false);
  if (!canWrite && !wechat && !phone && !qrImage) return null;
  return (
    <section className="panel">
      <h2>{words.help}</h2>
      {canWrite && (
        <button type="button" className="row-button" onClick={() => setWriting(true)}>
          <span>{words.feedback}</span>
          <span className="hint">{words.feedbackHint}</span>
        </button>
      )}
      {(wechat || phone || qrImage) && (
        <>
          <h3>{words.service}</h3>
          <dl className="contacts">
            {wechat && <WeChat id={wechat} />}
            {phone && (
              <Fact name={words.phoneNumber}>
                <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
              </Fact>
            )}
          </dl>
          {qrImage && (
            <figure className="qr">
              <SignedImage src={qrImage} alt={words.qrImage} className="fill" fit="contain" />
              <figcaption className="hint">{words.qrHint}</figcaption>
            </figure>
          )}
        </>
      )}
      {isWriting && <FeedbackDialog invoke={invoke} onClose={() => setWriting(false)} />}
    </section>
  );
};

const WeChat = ({ id }: { id: string }) => {
  const { copied, copy } = useCopy();
  return (
    <Fact name={words.wechat}>
      {copied === false ? (
        <SelectedText text={id} name={words.wechat} />
      ) : (
        <span className="selectable" translate="no">
          {id}
        </span>
      )}
      <button
        type="button"
        className="button"
        aria-label={words.copyWechat}
        onClick={() => void copy(id)}
      >
        {words.copy}
      </button>
      <span role="status">{copied !== null && (copied ? words.copied : words.notCopied)}</span>
    </Fact>
  );
};
