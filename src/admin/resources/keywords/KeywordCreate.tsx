import { keywordEntity } from '#contract/keyword.ts';
import { RecordCreate } from '../../kit/form/RecordCreate.tsx';
import { KeywordInputs } from './KeywordInputs.tsx';

export const KeywordCreate = () => (
  <RecordCreate entity={keywordEntity} redirect="list">
    <KeywordInputs />
  </RecordCreate>
);
