import './legal.css';
import { type LegalKind, legalKinds, legalTexts } from '#contract/legal.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { Link } from '../Link.tsx';
import { legalAddress } from '../location.ts';

/** @param but the one that is being read */
export const LegalLinks = ({ but }: { but?: LegalKind }) => (
  <ul className="legal-links">
    {legalKinds
      .filter(kind => kind !== but)
      .map(kind => (
        <li key={kind}>
          <Link href={legalAddress(kind)}>{legalTexts[kind].label}</Link>
        </li>
      ))}
  </ul>
);

/** A text that one reads before agreeing: in a tab of its own, so that nothing filled in is lost. */
export const LegalLink = ({ kind }: { kind: LegalKind }) => (
  <a className="link" href={legalAddress(kind)} target="_blank" rel="noreferrer">
    《{legalTexts[kind].label}》<span className="visually-hidden">{visitor.inNewTab}</span>
  </a>
);
