/** The lists of templates that a visitor has read. */
import type { PublicTemplate } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createPagedList, type PagedList } from './pagedList.ts';

/** Divides evenly into rows of 2, 3, 4 and 6. */
export const PAGE_SIZE = 24;
const MOST_LISTS = 20;
const FRESH_MS = 60_000;

export interface TemplateQuery {
  q: string;
  category: string;
}

/** Each search has its own list, so a late answer fills the right one. */
const createTemplateList = (
  invoke: Invoke,
  { q, category }: TemplateQuery,
  onRead: (templates: PublicTemplate[]) => void,
) =>
  createPagedList<PublicTemplate>({
    pageSize: PAGE_SIZE,
    freshMs: FRESH_MS,
    read: async page => {
      const answer = await invoke('appTemplate', 'getTemplates', {
        ...page,
        ...(q && { q }),
        ...(category && { filter: { categoryIds: category } }),
      });
      onRead(answer.list);
      return answer;
    },
  });

export interface TemplateLists {
  of: (query: TemplateQuery) => PagedList<PublicTemplate>;
  /** A template that some list has read already. */
  known: (id: string) => PublicTemplate | undefined;
}

/** The lists of this visit, the latest few of them. `onRead` gets each page before it is shown. */
export const createTemplateLists = (
  invoke: Invoke,
  onRead: (templates: PublicTemplate[]) => void,
): TemplateLists => {
  const lists = new Map<string, PagedList<PublicTemplate>>();
  return {
    of: ({ q, category }) => {
      const key = JSON.stringify([q, category]);
      const list = lists.get(key) ?? createTemplateList(invoke, { q, category }, onRead);
      lists.delete(key);
      lists.set(key, list);
      for (const oldest of lists.keys()) {
        if (lists.size <= MOST_LISTS) break;
        lists.delete(oldest);
      }
      return list;
    },
    known: id => {
      for (const list of lists.values()) {
        const template = list.state().items.find(({ _id }) => _id === id);
        if (template) return template;
      }
      return undefined;
    },
  };
};
