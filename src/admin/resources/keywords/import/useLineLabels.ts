import { type EnabledStatus, enabledStatuses } from '#contract/enabledStatuses.ts';
import { type KeywordType, keywordTypes } from '#contract/keyword.ts';
import { useTexts } from '../../../kit/base/hooks.ts';
import type { ImportPlan, LineKind } from './lineState.ts';
import type { KeywordColumn, KeywordLine } from './parseKeywords.ts';

/** How a line of an import reads. */
export const useLineLabels = () => {
  const t = useTexts('resources.keywords');

  const stateOf = (line: KeywordLine, kind: LineKind, { outcomes }: ImportPlan): string => {
    if (kind === 'wrong' && line.problem) {
      const { field, sentence } = line.problem;
      const name = t(`fields.${field}`, { _: '' });
      return [name, sentence].filter(Boolean).join('：');
    }
    const state = t(`import.states.${kind}`, { line: line.duplicateOf ?? '' });
    const reason = outcomes.get(line)?.message;
    return reason ? `${state}：${reason}` : state;
  };

  const choiceOf = ({ fields }: KeywordLine, column: KeywordColumn): string => {
    const value = fields[column];
    if (value === undefined) return '';
    if (Array.isArray(value)) return value.join('、');
    if (column === 'type') return keywordTypes[value as KeywordType]?.label ?? String(value);
    if (column === 'status') return enabledStatuses[value as EnabledStatus]?.label ?? String(value);
    return String(value);
  };
  return { stateOf, choiceOf };
};
