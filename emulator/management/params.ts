import { isObject } from '../http/body.ts';
import { PlatformError } from '../types.ts';

export const missing = (name: string) =>
  new PlatformError('MissingParameter', `The request is missing a required parameter \`${name}\`.`);

/** The parameters of a call, or of a part of it; nothing in them may be trusted. */
export class Params {
  constructor(private readonly values: Record<string, unknown>) {}

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === undefined || value === '') throw missing(name);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.typed(name, 'string', (value): value is string => typeof value === 'string');
  }

  optionalNumber(name: string): number | undefined {
    return this.typed(name, 'integer', (value): value is number => Number.isSafeInteger(value));
  }

  optionalFlag(name: string): boolean | undefined {
    return this.typed(name, 'bool', (value): value is boolean => typeof value === 'boolean');
  }

  optionalObject(name: string): Params | undefined {
    const value = this.typed(name, 'object', isObject);
    return value && new Params(value);
  }

  /** Empty when absent. */
  objects(name: string): Params[] {
    const list = this.typed(
      name,
      'list',
      (value): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isObject),
    );
    return (list ?? []).map(item => new Params(item));
  }

  /** Empty when absent. */
  texts(name: string): string[] {
    const isTexts = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every(item => typeof item === 'string');
    return this.typed(name, 'list', isTexts) ?? [];
  }

  private typed<T>(name: string, type: string, is: (value: unknown) => value is T): T | undefined {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    if (value === undefined || value === null) return undefined;
    if (is(value)) return value;
    throw new PlatformError(
      'InvalidParameter',
      `The value type of parameter \`${name}\` is not valid: ${type} is expected.`,
    );
  }
}

/** What the management API offers, by service and name: `tcb.DescribeEnvInfo`. Answers lack the request id. */
export type Actions = Record<string, (params: Params) => object | Promise<object>>;
