/** What other resources may use of this one. */
export { ClaimButton } from './ClaimButton.tsx';
export { TodoRow } from './TodoRow.tsx';
export { useTodo, useTodoKinds } from './useTodo.ts';
