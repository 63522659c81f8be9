import { cutText } from './cut.ts';
import { visibleText } from './pasted.ts';
import { workflowRefusals } from './sentences/workflows.ts';
import { jsonIn, replaceInexact } from './typedNumber.ts';
import { line, z } from './zod.ts';

/** Bytes of a workflow's JSON. */
export const MAX_WORKFLOW_BYTES = 1024 * 1024;
const MAX_NODES = 500;
const MAX_FIELDS = 100;
const MAX_TITLE = 60;
/** Characters of all that a template remembers of its workflow. */
const MAX_OUTLINE = 100_000;

const fieldName = line(64).min(1);

/** What a node of the workflow calls itself; `fields` are those that hold a value, not a link to another node. */
export const workflowNode = z.strictObject({
  nodeId: line(32).min(1),
  title: line(MAX_TITLE),
  classType: line(100).min(1),
  fields: z.array(fieldName).max(MAX_FIELDS),
});
export type WorkflowNode = z.output<typeof workflowNode>;

/** The outline of a workflow; empty where a template was made without one. */
export const workflowNodes = z
  .array(workflowNode)
  .max(MAX_NODES, workflowRefusals.tooManyNodes)
  .refine(nodes => JSON.stringify(nodes).length <= MAX_OUTLINE, workflowRefusals.tooManyNodes);

export type FieldValue = string | number | boolean;

/** A node as exported: a field either holds a value or is linked to the output of another node. */
export interface ReadNode extends WorkflowNode {
  values: ReadonlyMap<string, FieldValue>;
  /** Fields with a number that only its text holds exactly. */
  written: ReadonlySet<string>;
  /** Field → id of the node it is linked to. */
  links: ReadonlyMap<string, string>;
}

/** A workflow in the API format: `{"<id>": {class_type, inputs, _meta?: {title}}}`. */
const exportedNode = z.object({
  class_type: z.string(),
  inputs: z.record(z.string(), z.unknown()).default({}),
  _meta: z
    .object({ title: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});
const link = z.tuple([z.union([z.string(), z.number()]), z.number()]);

type Parsed = { nodes: ReadNode[] } | { refusal: string };

/** Reads an export in the API format, or says why it cannot. Entries that are no nodes are passed over. */
export const parseWorkflow = (source: string): Parsed => {
  if (new TextEncoder().encode(source).length > MAX_WORKFLOW_BYTES)
    return { refusal: workflowRefusals.tooLarge };
  const value = parsedJson(source);
  if (value === undefined) return { refusal: workflowRefusals.notJson };
  if (isEditorExport(value)) return { refusal: workflowRefusals.editorExport };
  // What is sent to ComfyUI itself has the workflow inside.
  const nodes = [value, isObject(value) && value['prompt']]
    .map(nodesIn)
    .find(({ length }) => length);
  if (!nodes) return { refusal: workflowRefusals.noNodes };
  const outline = workflowNodes.safeParse(outlineOf(nodes));
  if (outline.success) return { nodes: nodes.sort(byNumber) };
  const isTooMuch = outline.error.issues.some(({ path }) => path.length === 0);
  return { refusal: workflowRefusals[isTooMuch ? 'tooManyNodes' : 'unreadableNode'] };
};

const nodesIn = (value: unknown): ReadNode[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([nodeId, entry]) => {
    const { success, data } = exportedNode.safeParse(entry);
    return success ? [readNode(nodeId, data)] : [];
  });

const readNode = (nodeId: string, node: z.output<typeof exportedNode>): ReadNode => {
  const values = new Map<string, FieldValue>();
  const links = new Map<string, string>();
  const written = new Set<string>();
  for (const [name, held] of Object.entries(node.inputs)) {
    const linked = link.safeParse(held);
    const number = writtenNumber.safeParse(held).data?.[WRITTEN];
    const value = number ?? held;
    if (linked.success) links.set(name, String(linked.data[0]));
    else if (
      values.size < MAX_FIELDS &&
      fieldName.safeParse(name).data === name &&
      isPlain(value)
    ) {
      values.set(name, value);
      if (number !== undefined) written.add(name);
    }
  }
  const classType = node.class_type.trim();
  const title = shownTitle(node._meta?.title ?? '') || classType;
  return { nodeId, classType, title, fields: [...values.keys()], values, written, links };
};

/** What a template remembers of it. */
export const outlineOf = (nodes: readonly ReadNode[]): WorkflowNode[] =>
  nodes.map(({ nodeId, title, classType, fields }) => ({ nodeId, title, classType, fields }));

/** Nodes that keep or show a result. */
export const outputsOf = (nodes: readonly WorkflowNode[]): WorkflowNode[] =>
  nodes.filter(({ classType }) =>
    /^(Save|Preview)(Image|Animated|Video)|VideoCombine/.test(classType),
  );

const isPlain = (value: unknown): value is FieldValue =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

/** No field of ComfyUI is called so. */
const WRITTEN = '\u0000written';
const writtenNumber = z.strictObject({ [WRITTEN]: z.string() });

/**
 * Seeds of ComfyUI have 64 bits, and Python writes `NaN` and `Infinity` (also as `is_changed` of nodes that run each
 * time): JavaScript would round the former, and JSON knows nothing of the latter. Both are kept as they are written.
 */
const parsedJson = (source: string): unknown => {
  const exact = replaceInexact(source, number => JSON.stringify({ [WRITTEN]: number }));
  try {
    return jsonIn(exact);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What "save" of the editor writes: positions and links, and values without the names of their fields. */
const isEditorExport = (value: unknown) =>
  isObject(value) && Array.isArray(value['nodes']) && ('links' in value || 'last_node_id' in value);

/** A title is only shown: line breaks become spaces, and what is too long is cut. */
const shownTitle = (title: string) =>
  cutText(visibleText(title.replace(/[\p{Cc}\p{Cn}\p{Co}\p{Cs}]+/gu, ' ')).trim(), MAX_TITLE);

/** `2` before `10`; ids of nodes within groups are `12:3`. */
const byNumber = (one: ReadNode, other: ReadNode) =>
  one.nodeId.localeCompare(other.nodeId, 'en', { numeric: true });
