/** The photos that a task was given, and what came of it. */
export const imagesOfTask = (taskId: string) => ({
  pathname: '/images',
  search: `?filter=${encodeURIComponent(JSON.stringify({ taskId }))}`,
});
