import type { ReactNode } from 'react';
import { legalKinds, legalTexts, registers } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { footer } from '#i18n/zh/visitor.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { ExternalLink, isWebAddress } from './ExternalLink.tsx';
import { FeedbackButton } from './FeedbackButton.tsx';
import { Link } from './Link.tsx';
import { legalAddress } from './location.ts';

/** What the law wants on every page: who runs it, under which numbers, by which rules, and where to complain. */
export const SiteFooter = ({ invoke }: { invoke: Invoke }) => {
  const { aiNotice, legal } = useSystemSettings().site;
  const { operator, filing } = legal;
  const model = [filing.model, filing.modelNumber].filter(Boolean).join('，');
  return (
    <footer className="footer">
      <p>{aiNotice}</p>
      <nav className="footer-links" aria-label={footer.rules}>
        {legalKinds.map(kind => (
          <Link key={kind} href={legalAddress(kind)}>
            {legalTexts[kind].label}
          </Link>
        ))}
        <FeedbackButton invoke={invoke} firstTopic="content">
          {footer.complaint}
        </FeedbackButton>
      </nav>
      <p className="footer-links">
        {operator.name && (
          <Linked href={operator.licenseUrl}>{footer.operator(operator.name)}</Linked>
        )}
        {operator.address && <span>{operator.address}</span>}
        {filing.icp && <Linked href={registers.icp}>{filing.icp}</Linked>}
        {filing.police && <Linked href={registers.police}>{filing.police}</Linked>}
        {filing.algorithm && (
          <Linked href={registers.algorithm}>{footer.algorithm(filing.algorithm)}</Linked>
        )}
        {model && <span>{footer.model(model)}</span>}
      </p>
    </footer>
  );
};

/** A link where the address is one; otherwise the words alone. */
const Linked = ({ href, children }: { href: string; children: ReactNode }) =>
  isWebAddress(href) ? (
    <ExternalLink href={href}>{children}</ExternalLink>
  ) : (
    <span>{children}</span>
  );
