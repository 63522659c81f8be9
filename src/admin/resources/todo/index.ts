import { lazyScreen } from '../../kit/base/lazyScreen.ts';

export { todoKey, useTodoBadge, useTodoKinds } from './useTodo.ts';
export const TodoPage = lazyScreen(() => import('./TodoPage.tsx'), 'TodoPage');
