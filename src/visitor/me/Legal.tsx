import { visitor } from '#i18n/zh/visitor.ts';
import { visitorMe as words } from '#i18n/zh/visitorMe.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { ExternalLink } from '../ExternalLink.tsx';

/** @param agreedVersion '' for none; undefined while it is not known */
export const Legal = ({ agreedVersion }: { agreedVersion: string | undefined }) => {
  const { agreementUrl, privacyUrl, agreementVersion } = useSystemSettings().site;
  const sentence =
    agreedVersion === agreementVersion
      ? words.agreed(agreedVersion)
      : agreedVersion
        ? words.agreedOlder(agreedVersion, agreementVersion)
        : words.notAgreed;
  return (
    <section className="panel">
      <h2>{words.legal}</h2>
      <p className="legal">
        <ExternalLink href={agreementUrl}>{visitor.agreement}</ExternalLink>
        <ExternalLink href={privacyUrl}>{visitor.privacy}</ExternalLink>
      </p>
      {agreedVersion !== undefined && <p className="hint">{sentence}</p>}
    </section>
  );
};
