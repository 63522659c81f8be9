import { type CompositionEvent, useRef } from 'react';

/** While an input method is composing, the content of an input is not final. */
export const useComposition = (onComposed: (text: string) => void) => {
  const composing = useRef(false);
  return {
    isComposing: () => composing.current,
    handlers: {
      onCompositionStart: () => {
        composing.current = true;
      },
      onCompositionEnd: (event: CompositionEvent<HTMLElement>) => {
        composing.current = false;
        onComposed((event.target as HTMLInputElement).value);
      },
    },
  };
};
