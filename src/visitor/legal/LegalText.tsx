import type { ReactNode } from 'react';

/** A legal text: `## ` begins a heading, `- ` an item of a list, an empty line a paragraph. Nothing else is markup. */
export const LegalText = ({ text }: { text: string }) => <>{blocksOf(text).map(blockOf)}</>;

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
