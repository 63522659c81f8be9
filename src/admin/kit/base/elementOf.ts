import { type ComponentType, createElement, isValidElement, type ReactElement } from 'react';

/** A screen, which react-admin takes as a component or as an element. */
export type Screen = ComponentType | ReactElement;

export const elementOf = (screen: Screen): ReactElement =>
  isValidElement(screen) ? screen : createElement(screen as ComponentType);
