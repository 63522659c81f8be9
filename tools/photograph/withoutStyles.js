/** Node knows no style sheets; pages that name the routes import some. */
import { register } from 'node:module';

const hooks = `export const load = (url, context, next) =>
  url.endsWith('.css') ? { format: 'module', source: '', shortCircuit: true } : next(url, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
