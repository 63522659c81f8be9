/** The visitor's works. Beside the page, which is loaded later, so that it is as it was left when it is shown again. */
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import type { TaskGroup } from './location.ts';
import { createPagedList, type PagedList } from './pagedList.ts';

/** Divides evenly into rows of 2, 3, 4 and 6. */
const PAGE_SIZE = 24;

export interface TaskLists {
  of: (group: TaskGroup) => PagedList<VisitorTask>;
  /** In all lists. */
  put: (tasks: VisitorTask[]) => void;
  remove: (ids: readonly string[]) => void;
}

export const createTaskLists = (invoke: Invoke): TaskLists => {
  const lists = new Map<TaskGroup, PagedList<VisitorTask>>();
  return {
    of: group => {
      const list =
        lists.get(group) ??
        createPagedList<VisitorTask>({
          pageSize: PAGE_SIZE,
          read: page =>
            invoke('appTask', 'getTasks', { ...page, ...(group && { filter: { group } }) }),
        });
      lists.set(group, list);
      return list;
    },
    put: tasks => lists.forEach(list => list.put(tasks)),
    remove: ids => lists.forEach(list => list.remove(ids)),
  };
};
