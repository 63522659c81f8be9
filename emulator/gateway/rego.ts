/**
 * The part of Rego that policies of the gateway are written in: `default allow`, `allow if`, `deny contains … if`, with
 * comparisons of `input` and text, `in` a set, `startswith` and `not`.
 */
export interface RegoPolicy {
  isAllowedByDefault: boolean;
  allow: Condition[][];
  deny: Condition[][];
}

type Condition = (input: unknown) => boolean;

/** A text is as JSON writes it; everything else is a sign or a name. */
const TOKEN = /"(?:[^"\\]|\\.)*"|:=|==|!=|[{}[\](),.\n]|[A-Za-z_]\w*|#[^\n]*|[ \t\r]+|./g;

/** @throws Error for what is not understood here */
export function parseRego(text: string): RegoPolicy {
  const tokens = (text.match(TOKEN) ?? []).filter(token => !/^(#|[ \t\r])/.test(token));
  const policy: RegoPolicy = { isAllowedByDefault: false, allow: [], deny: [] };
  let at = 0;
  const wrong = () => new Error(`rego: unexpected ${JSON.stringify(tokens[at] ?? 'end')}`);
  const skipLines = () => {
    while (tokens[at] === '\n') at += 1;
  };
  const take = (...expected: string[]) => {
    for (const token of expected) {
      if (tokens[at] !== token) throw wrong();
      at += 1;
    }
  };
  const takeMatching = (pattern: RegExp): string => {
    const token = tokens[at] ?? '';
    if (!pattern.test(token)) throw wrong();
    at += 1;
    return token;
  };
  const literal = (): string => JSON.parse(takeMatching(/^"/)) as string;

  const reference = (): string[] => {
    take('input');
    const path: string[] = [];
    for (;;) {
      if (tokens[at] === '.') {
        at += 1;
        path.push(takeMatching(/^[A-Za-z_]\w*$/));
      } else if (tokens[at] === '[') {
        at += 1;
        path.push(literal());
        take(']');
      } else return path;
    }
  };

  const condition = (): Condition => {
    if (tokens[at] === 'not') {
      at += 1;
      const inner = condition();
      return input => !inner(input);
    }
    if (tokens[at] === 'startswith') {
      take('startswith', '(');
      const path = reference();
      take(',');
      const start = literal();
      take(')');
      return input => {
        const value = valueAt(input, path);
        return typeof value === 'string' && value.startsWith(start);
      };
    }
    const path = reference();
    const operator = takeMatching(/^(==|!=|in)$/);
    if (operator === 'in') {
      const members = set();
      return input => members.includes(String(valueAt(input, path)));
    }
    const wanted = literal();
    return input => {
      const value = valueAt(input, path);
      // What is not there makes a rule undefined.
      return value !== undefined && (value === wanted) === (operator === '==');
    };
  };

  const set = (): string[] => {
    const members: string[] = [];
    take('{');
    skipLines();
    while (tokens[at] !== '}') {
      members.push(literal());
      skipLines();
      if (tokens[at] === ',') at += 1;
      skipLines();
    }
    at += 1;
    return members;
  };

  const body = (): Condition[] => {
    take('if');
    if (tokens[at] !== '{') return [condition()];
    at += 1;
    const conditions: Condition[] = [];
    for (skipLines(); tokens[at] !== '}'; skipLines()) conditions.push(condition());
    at += 1;
    return conditions;
  };

  skipLines();
  take('package', 'authz', '.', 'user');
  for (skipLines(); at < tokens.length; skipLines()) {
    if (tokens[at] === 'import') take('import', 'rego', '.', 'v1');
    else if (tokens[at] === 'default') {
      take('default', 'allow', ':=');
      policy.isAllowedByDefault = takeMatching(/^(true|false)$/) === 'true';
    } else if (tokens[at] === 'allow') {
      at += 1;
      policy.allow.push(body());
    } else if (tokens[at] === 'deny') {
      take('deny', 'contains');
      literal();
      policy.deny.push(body());
    } else throw wrong();
  }
  return policy;
}

const valueAt = (input: unknown, path: string[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    input,
  );

/** A refusal outweighs a permission; undefined where the policy says nothing. */
export function decideByRego(policy: RegoPolicy, input: unknown): 'allow' | 'deny' | undefined {
  const holds = (conditions: Condition[]) => conditions.every(one => one(input));
  if (policy.deny.some(holds)) return 'deny';
  return policy.isAllowedByDefault || policy.allow.some(holds) ? 'allow' : undefined;
}
