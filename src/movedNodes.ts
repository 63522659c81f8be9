/*
 * A browser that translates a page puts <font> elements around texts or in their place, and extensions move nodes as
 * well. React removes and inserts at places that are no longer there, which ends in an empty page (NotFoundError), and
 * changes texts that nobody sees any more (facebook/react#11538). Its ways into the document look for them here.
 */

/** What was put in place of a text, and the texts that it stands for. */
const standIns = new WeakMap<Node, ChildNode>();
const replaced = new WeakMap<ChildNode, Text[]>();
/** Removed by React. */
const removed = new WeakSet<Node>();

const isText = (node: Node | undefined): node is Text => node?.nodeName === '#text';
const isFont = (node: Node | null | undefined): node is ChildNode => node?.nodeName === 'FONT';

/** A text is replaced in one step, or removed after something has been inserted beside it. */
const noteReplaced = (changes: MutationRecord[]) => {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of changes) {
    const [text] = removedNodes;
    if (!isText(text) || text.isConnected || removed.has(text)) continue;
    const standIn = [...addedNodes, previousSibling, nextSibling].find(isFont);
    if (!standIn) continue;
    standIns.set(text, standIn);
    replaced.set(standIn, [...(replaced.get(standIn) ?? []), text]);
  }
};

/** Puts texts back in place of what stands for them; they are shown until they are translated again. */
const bringBack = (node: Node) => {
  const standIn = standIns.get(node);
  if (!standIn) return;
  const texts = replaced.get(standIn) ?? [];
  texts.forEach(text => standIns.delete(text));
  replaced.delete(standIn);
  standIn.replaceWith(...texts);
};

const arrive = (node: Node) => {
  bringBack(node);
  removed.delete(node);
};

/** The child of `parent` that is or holds a node. */
const childWith = (parent: Node, node: Node | null): Node | null => {
  let at = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
};

/** Before the first rendering. */
export const tolerateMovedNodes = () => {
  const { removeChild, insertBefore, appendChild } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!;

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    bringBack(child);
    removed.add(child);
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const around = childWith(this, child);
    child.parentNode?.removeChild(child);
    if (isFont(around) && around.textContent === '') around.remove();
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    arrive(node);
    if (before) bringBack(before);
    return insertBefore.call(this, node, childWith(this, before)) as T;
  };
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    arrive(node);
    return appendChild.call(this, node) as T;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      bringBack(this);
      nodeValue.set!.call(this, value);
    },
  });
  new MutationObserver(noteReplaced).observe(document, { childList: true, subtree: true });
};

/** What administrators decide by must not be reworded: 已退款 is one state of five. */
export const refuseTranslation = () => {
  document.documentElement.setAttribute('translate', 'no');
  const meta = document.createElement('meta');
  meta.name = 'google';
  meta.content = 'notranslate';
  document.head.append(meta);
};
