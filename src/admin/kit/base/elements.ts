import {
  Children,
  type ComponentType,
  createElement,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
} from 'react';

/** A screen, which react-admin takes as a component or as an element. */
export type Screen = ComponentType | ReactElement;

export const elementOf = (screen: Screen): ReactElement =>
  isValidElement(screen) ? screen : createElement(screen as ComponentType);

/** The elements among children, those in fragments included, as react-admin and react-router read theirs. */
export const elementsIn = (children: ReactNode): ReactElement[] =>
  Children.toArray(children).flatMap(child => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? elementsIn(child.props.children) : [child];
  });
