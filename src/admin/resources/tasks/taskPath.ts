/** The page of a task. */
export const taskPath = (id: string) => `/tasks/${encodeURIComponent(id)}`;
