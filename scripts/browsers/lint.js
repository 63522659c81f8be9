/** The linter's rule `browsers/floor`: what the oldest browsers of a side lack is an error where it is written. */
import { laterInNode } from './floor.js';

/** What visitors load of these the check of the built files knows. */
const ofAdministration = /\/src\/(admin|signIn)\/|\/(contract|dataProvider|authProvider|i18n)\//;

/** @param {any} context */
const create = context => {
  const file = context.filename.replaceAll('\\', '/');
  const side = ofAdministration.test(file) ? 'administration' : 'visitors';
  /** @param {any} node */
  const check = node => {
    const [start, end] = node.range;
    for (const name of laterInNode(side, { ...node, start, end }, context.sourceCode.text))
      context.report({ node, message: `The oldest browsers of ${side} lack ${name}.` });
  };
  return { CallExpression: check, NewExpression: check, Literal: check, TemplateElement: check };
};

export default { meta: { name: 'browsers' }, rules: { floor: { create } } };
