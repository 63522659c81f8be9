import { numberTerms } from './numberTerms.ts';

export const migration = numberTerms('activationBatches', ['batchNo']);
