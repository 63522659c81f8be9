import type { CorsRule } from '../../storage/cors.ts';
import { textsOf } from './xml.ts';

/** The last text that was read: rules are looked at with each request for a file. */
let parsed: { text: string; rules: CorsRule[] } | undefined;

/** What was put as a bucket's CORS configuration. */
export function readCors(text: string): CorsRule[] {
  if (parsed?.text === text) return parsed.rules;
  const rules = [...text.matchAll(/<CORSRule>(.*?)<\/CORSRule>/gs)].map(([, rule = '']) => ({
    origins: textsOf(rule, 'AllowedOrigin'),
    methods: textsOf(rule, 'AllowedMethod'),
    headers: textsOf(rule, 'AllowedHeader'),
    exposed: textsOf(rule, 'ExposeHeader'),
    maxAge: textsOf(rule, 'MaxAgeSeconds')[0],
  }));
  parsed = { text, rules };
  return rules;
}
