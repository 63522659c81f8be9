import { type LegalKind, legalTexts } from '#contract/legal.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { legalAddress } from '../location.ts';

/** A text that one reads before agreeing: in a tab of its own, so that nothing filled in is lost. */
export const LegalLink = ({ kind }: { kind: LegalKind }) => (
  <a className="link" href={legalAddress(kind)} target="_blank" rel="noreferrer">
    《{legalTexts[kind].label}》<span className="visually-hidden">{visitor.inNewTab}</span>
  </a>
);
