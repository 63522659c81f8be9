import { numberTerms } from './numberTerms.ts';

export const migration = numberTerms('tasks', ['taskNo', 'rhTaskId']);
