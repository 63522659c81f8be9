import type { GatewayCall, GatewayOptions, Manner, MessageCall } from './gateway.ts';
import type { GeneratorCall } from './generator.ts';

/** How long one request to the database is under way, there and back, and whether its answer gets lost. */
export interface Latency {
  ms: number;
  back?: number;
  lost?: 'before' | 'after' | undefined;
}

/** Decided at random, or by a script. */
export interface Fate extends Pick<GatewayOptions, 'settling' | 'notice'> {
  manner(call: GatewayCall | GeneratorCall | MessageCall, number: string): Manner;
  /** The code of the generator's refusal. */
  refusal(): number;
  latency(action: string): Latency;
  /** The wait at which a process dies; Infinity: it lives. */
  diesAtWait(run: string): number;
  /** In the place of Math.random. */
  random(): number;
}
