import { keywordDefaults, keywordFields } from '#contract/keyword.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { KeywordInputs } from './KeywordInputs.tsx';

export const KeywordCreate = () => (
  <RecordCreate fields={keywordFields} defaults={keywordDefaults} redirect="list">
    <KeywordInputs />
  </RecordCreate>
);
