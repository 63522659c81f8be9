import { useEffect, useMemo, useState } from 'react';
import { pay as t } from '#i18n/zh/visitor/pay.ts';
import { qrPicture } from '../../shared/qrPicture.ts';
import { saveFile } from '../../shared/saveFile.ts';

/** A phone cannot scan its own screen. The same as in the styles. */
export const isPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

export interface PayOnPhoneProps {
  codeUrl: string;
  /** The link into the mini-program, '' for none; absent for what is paid by a code alone. */
  linkOf?: (() => Promise<string>) | undefined;
}

/**
 * A link into the mini-program, and a code to save: WeChat reads that of the link from the album, but no code of a payment
 * (pay.weixin.qq.com/doc/v3/merchant/4012791890).
 */
export const PayOnPhone = ({ codeUrl, linkOf }: PayOnPhoneProps) => {
  const link = useLink(linkOf);
  const waits = link === null;
  const picture = useMemo(() => (waits ? '' : qrPicture(link || codeUrl)), [waits, link, codeUrl]);
  return (
    <>
      {waits && <span className="skeleton pay-link" />}
      {link && (
        <a className="button button-accent pay-link" href={link}>
          {t.toMiniProgram}
        </a>
      )}
      {waits ? (
        <span className="skeleton pay-qr" />
      ) : (
        <img className="pay-qr" src={picture} alt={t.qr} />
      )}
      <button
        type="button"
        className="button"
        disabled={waits}
        onClick={() => saveFile(picture, t.fileName)}
      >
        {t.save}
      </button>
      <p>{link === '' ? t.fromOther : t.fromAlbum}</p>
      {link !== '' && <p className="hint">{t.takesOver}</p>}
      <span className="visually-hidden" role="status">
        {waits && t.linking}
      </span>
    </>
  );
};

/** null until it is known; '' as well where there is none now. */
const useLink = (linkOf: PayOnPhoneProps['linkOf']): string | null => {
  const [link, setLink] = useState(linkOf ? null : '');
  useEffect(() => {
    if (!linkOf) return;
    let left = false;
    const show = (url: string) => {
      if (!left) setLink(url);
    };
    linkOf().then(show, (failure: unknown) => {
      console.error('no link', failure);
      show('');
    });
    return () => {
      left = true;
    };
  }, [linkOf]);
  return link;
};
