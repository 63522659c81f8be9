/** A form is easier to read in a narrow column. */
export const formWidths = { narrow: 760, wide: 880, full: 'none' } as const;
export type FormWidth = keyof typeof formWidths;
