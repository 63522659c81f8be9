/** Loaded before the product (`NODE_OPTIONS=--import`), so that any version can be measured with it. */
import { Server } from 'node:http';

const ms = Number(process.env['SLOW_DATABASE_MS']);
const { emit } = Server.prototype;

/**
 * What the server SDK asks the local platform is answered so much later, as over a network.
 * @param {string} event
 * @param {any[]} given
 */
Server.prototype.emit = function later(event, ...given) {
  const go = () => emit.apply(this, /** @type {Parameters<typeof emit>} */ ([event, ...given]));
  if (event !== 'request' || !given[0].url.startsWith('/admin')) return go();
  setTimeout(go, ms);
  return true;
};
