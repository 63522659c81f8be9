import './legal.css';
import type { ReactNode } from 'react';
import { type LegalKind, legalTexts } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { legal } from '#i18n/zh/visitor/legal.ts';
import { BackButton } from '../BackButton.tsx';
import { Failure } from '../Failure.tsx';
import { Link } from '../Link.tsx';
import { legalAddress } from '../location.ts';
import { PageSkeleton } from '../skeletons.tsx';
import { usePageTitle } from '../usePageTitle.ts';
import { useRead } from '../useRead.ts';
import { LegalLinks } from './LegalLinks.tsx';

export interface LegalPageProps {
  invoke: Invoke;
  kind: LegalKind;
  /** An earlier version; '' for the current one. */
  version: string;
}

export const LegalPage = ({ invoke, kind, version }: LegalPageProps) => {
  const { label } = legalTexts[kind];
  usePageTitle(label);
  const asked = { kind, ...(version && { version }) };
  const { state, again } = useRead(invoke, 'systemSettings', 'getLegalText', asked);
  return (
    <article className="legal-page">
      <BackButton />
      <h1 tabIndex={-1}>{label}</h1>
      {state.status === 'failed' ? (
        <Failure message={state.message} onRetry={again} />
      ) : state.status !== 'ready' ? (
        <PageSkeleton />
      ) : (
        <>
          <p className="hint">
            {state.value.version ? legal.version(state.value.version) : legal.draft}
          </p>
          <LegalText text={state.value.text} />
          {state.value.versions.length > 1 && (
            <nav aria-label={legal.versions}>
              <h2>{legal.versions}</h2>
              <ul className="legal-links">
                {state.value.versions.map(one => (
                  <li key={one}>
                    <Link href={legalAddress(kind, one)}>{legal.version(one)}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </>
      )}
      <nav aria-label={legal.others}>
        <h2>{legal.others}</h2>
        <LegalLinks but={kind} />
      </nav>
    </article>
  );
};

/** A legal text: `## ` begins a heading, `- ` an item of a list, an empty line a paragraph. Nothing else is markup. */
const LegalText = ({ text }: { text: string }) => <>{blocksOf(text).map(blockOf)}</>;

/** Lines that belong together: a heading alone, items of one list, sentences of one paragraph. */
const blocksOf = (text: string): string[][] => {
  const blocks: string[][] = [];
  let kind = '';
  for (const line of text.split('\n').map(one => one.trim())) {
    const next = line.startsWith('## ') ? 'heading' : line.startsWith('- ') ? 'list' : 'text';
    if (line !== '' && next === kind && kind !== 'heading') blocks.at(-1)!.push(line);
    else if (line !== '') blocks.push([line]);
    kind = line === '' ? '' : next;
  }
  return blocks;
};

const blockOf = (lines: string[], at: number): ReactNode => {
  const [first = ''] = lines;
  if (first.startsWith('## ')) return <h2 key={at}>{first.slice(3)}</h2>;
  if (!first.startsWith('- ')) return <p key={at}>{lines.join('')}</p>;
  return (
    <ul key={at}>
      {lines.map(line => (
        <li key={line}>{line.slice(2)}</li>
      ))}
    </ul>
  );
};
