import { changesOf } from '../deploy/carryOut.ts';
import type { Deployment } from '../deploy/deployment.ts';
import type { Part } from '../deploy/part.ts';
import { type Answer, fine, wrong } from './answer.ts';

const MOST_NAMED = 5;

/** Whether a part of the environment is as the version in use declares it. */
export const askDeclared = async ({ title, plan }: Part): Promise<Answer> => {
  const question = `${title}: as declared?`;
  const steps = await plan();
  const changes = changesOf([{ title, steps }]);
  const manual = steps.filter(({ action }) => action === 'manual');
  const different = [
    ...changes.map(({ name, why }) => (why ? `${name} (${why})` : name)),
    ...manual.map(({ name }) => name),
  ];
  if (different.length === 0) return fine(question, 'yes');
  const more = different.length - MOST_NAMED;
  const advice = [
    ...manual.map(({ name, why }) => `by hand: ${name}${why ? `: ${why}` : ''}`),
    ...(changes.length > 0 ? ['run npm run deploy'] : []),
  ];
  return wrong(
    question,
    `${different.slice(0, MOST_NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    advice.join('; '),
  );
};

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
