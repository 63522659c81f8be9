import { visitor } from '#i18n/zh/visitor.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { ExternalLink } from './ExternalLink.tsx';

export const SiteFooter = () => {
  const { agreementUrl, privacyUrl, aiNotice } = useSystemSettings().site;
  return (
    <footer className="footer">
      <p>{aiNotice}</p>
      <p className="footer-links">
        <ExternalLink href={agreementUrl}>{visitor.agreement}</ExternalLink>
        <ExternalLink href={privacyUrl}>{visitor.privacy}</ExternalLink>
      </p>
    </footer>
  );
};
