import { changesOf, type Planned } from '../deploy/carryOut.ts';
import type { Deployment } from '../deploy/deployment.ts';
import { type Answer, fine, wrong } from './answer.ts';

const MOST_NAMED = 5;

/** Whether each part of the environment is as the version in use declares it. */
export const askDeclared = (planned: Planned[]): Answer[] =>
  planned.map(part => {
    const { title, steps } = part;
    const question = `${title}: as declared?`;
    const different = [
      ...changesOf([part]),
      ...steps.filter(({ action }) => action === 'manual'),
    ].map(({ name, why }) => (why ? `${name} (${why})` : name));
    if (different.length === 0) return fine(question, 'yes');
    const more = different.length - MOST_NAMED;
    return wrong(
      question,
      `${different.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
      'run npm run deploy',
    );
  });

/** Whether secrets are strong, and the same in all functions. */
export const askSecrets = ({ variables }: Deployment): Answer => {
  const question = 'Secrets: set, and none of the examples?';
  return variables.faults.length === 0
    ? fine(question, 'yes')
    : wrong(
        question,
        variables.faults.join('; '),
        'set the variable where npm run deploy runs, and run it',
      );
};
