import type { FieldErrors } from './envelope.ts';
import { mappingSentences } from './sentences/workflows.ts';
import type { TemplateInput } from './templateInput.ts';
import type { WorkflowNode } from './workflow.ts';

/**
 * Inputs that no longer fit the workflow, a sentence for each: `inputs.0.nodeId`. Without an outline nothing is known.
 * The sentences name no node, because messages contain no ids (`envelope.ts`).
 */
export const mappingProblems = (
  inputs: readonly TemplateInput[],
  nodes: readonly WorkflowNode[],
): FieldErrors => {
  if (nodes.length === 0) return {};
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  return Object.fromEntries(
    inputs.flatMap((input, at) => {
      const problem = input.nodeId ? problemOf(input, byId.get(input.nodeId)) : null;
      return problem ? [[`inputs.${at}.${problem[0]}`, problem[1]]] : [];
    }),
  );
};

const problemOf = (
  { fieldName, nodeClass }: TemplateInput,
  node: WorkflowNode | undefined,
): [part: 'nodeId' | 'fieldName', sentence: string] | null => {
  if (!node) return ['nodeId', mappingSentences.nodeGone];
  if (nodeClass && nodeClass !== node.classType) return ['nodeId', mappingSentences.nodeReplaced];
  if (fieldName && !node.fields.includes(fieldName))
    return ['fieldName', mappingSentences.fieldGone];
  return null;
};
