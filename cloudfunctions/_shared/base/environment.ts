import { variables } from './variables.ts';

export const environment = variables.parse(process.env);
