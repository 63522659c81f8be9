/** The linter's rule `browsers/floor`: what the oldest browsers of a side lack is an error where it is written. */
import { laterInNode } from './floor.js';

/** @type {(file: string) => import('./floor.js').Side | null} What both sides import is checked for visitors in the built files. */
const sideOf = file => {
  if (/\/src\/(admin|signIn)\/|\/(contract|dataProvider|authProvider|i18n)\//.test(file))
    return 'administration';
  return file.includes('/src/') ? 'visitors' : null;
};

export default {
  meta: { name: 'browsers' },
  rules: {
    floor: {
      /** @param {any} context */
      create: context => {
        const side = sideOf(context.filename.replaceAll('\\', '/'));
        if (!side) return {};
        const text = context.sourceCode.text;
        /** @param {any} node */
        const check = node => {
          for (const name of laterInNode(side, { ...node, start: node.range[0] }, text))
            context.report({ node, message: `The oldest browsers of ${side} lack ${name}.` });
        };
        return {
          CallExpression: check,
          NewExpression: check,
          Literal: check,
          TemplateElement: check,
        };
      },
    },
  },
};
