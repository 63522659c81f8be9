import { type LegalKind, legalKinds, legalTexts } from '#contract/legal.ts';
import { Link } from '../Link.tsx';
import { legalAddress } from '../location.ts';
import './legal.css';

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
