import { terms } from '#contract/terms.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** The text of `docs/terms.md`. */
export const termsPage = (): string =>
  [
    '# Words',
    '',
    'One word for one thing in every Chinese text: screens, messages, exports, the audit log, demo data, the handbook.',
    '',
    'Written by `npm run generate` from `contract/terms.ts`, checked by `npm test`: a rejected word in a text fails. Names of',
    'pages and texts that the specification quotes are kept as they stand there.',
    '',
    row(['For', 'We write', 'Not', 'Read by', 'Notes and exceptions']),
    row(Array<string>(5).fill('---')),
    ...terms.map(({ concept, use, not, readers = '', note, exceptions = [] }) =>
      row([
        concept,
        use.join('、'),
        not.join('、').replaceAll('|', '\\|'),
        readers,
        [
          ...(note ? [note] : []),
          ...exceptions.map(
            ({ text, file, reason }) =>
              `Except \`${text.replaceAll('|', '\\|')}\`${file ? ` in \`${file}\`` : ''}: ${reason}`,
          ),
        ].join(' '),
      ]),
    ),
    '',
  ].join('\n');
