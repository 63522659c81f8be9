/* eslint-disable no-restricted-syntax -- a default of a legal text, no sentence of the server */

/** Where only the operator can complete a text; the brackets are searched for, so they stand nowhere else. */
export const place = (what: string): string => `【请填写：${what}】`;

export const orPlace = (value: string, what: string): string => value.trim() || place(what);
