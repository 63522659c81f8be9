/** What other resources may use of this one. */
export { VideoInput } from './VideoInput.tsx';
export { VideoName } from './VideoName.tsx';
