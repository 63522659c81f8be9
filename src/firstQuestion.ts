import type { GetListParams } from 'react-admin';

interface FirstQuestion {
  resource: string;
  params: GetListParams;
}

let asked: FirstQuestion | undefined;

/** What react-admin asks its data provider for the list that was asked for ahead (`firstList.ts`). */
export const noteFirstQuestion = (question: FirstQuestion) => void (asked = question);

/** Once: read before it is rendered, its rows are there with the first rendering. */
export const takeFirstQuestion = () => {
  const question = asked;
  asked = undefined;
  return question;
};
