import { Suspense } from 'react';
import { lazyScreen } from '../kit/base/lazyScreen.ts';
import { useSecondFactor } from './SecondFactorContext.ts';

const AskingDialog = lazyScreen(() => import('./AskingDialog.tsx'), 'AskingDialog');

/** Asks for the code where a call of whatever screen needs it. Cancelled, the screen shows the refusal and keeps all. */
export const SecondFactorDialog = () => {
  const { state } = useSecondFactor();
  return <Suspense fallback={null}>{state === 'asked' && <AskingDialog />}</Suspense>;
};
