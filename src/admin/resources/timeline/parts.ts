/** What other resources may use of this one. */
export { RecordTimeline } from './RecordTimeline.tsx';
