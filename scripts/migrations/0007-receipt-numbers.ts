import { numberTerms } from './numberTerms.ts';

export const migration = numberTerms('feedback', ['receiptNo']);
