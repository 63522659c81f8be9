import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseRego } from '#emulator/gateway/rego.ts';
import { difference, policiesFor } from '../../scripts/deploy/gateway/legacy.ts';
import { untilOpen } from '../../scripts/deploy/gateway/proof.ts';
import { blockFor, restored, withBlock } from '../../scripts/deploy/gateway/rego.ts';

const functions = [
  { name: 'appTask', rule: true },
  { name: 'adminOrder', rule: "auth.loginType != 'ANONYMOUS' && auth != null" },
  { name: 'worker', rule: false },
];
const block = blockFor(functions);
const PACKAGE = 'package authz.user\n';
const foreign = `${PACKAGE}\n# of a colleague {\ndefault allow := true\nallow if {\n\tinput.request.path == "/v1/ai/}"\n}\n`;

const merged = (text: string) => {
  const result = withBlock(text, block);
  if ('obstacle' in result) throw new Error(result.obstacle);
  return result.text;
};

describe('what takes effect late', () => {
  afterEach(() => void vi.useRealTimers());
  const closed = { isOpen: false, code: 'INVALID_HOST', refusal: '403 INVALID_HOST' };

  it.each([
    [12, 'opened'],
    [20, expect.stringContaining('after 15 minutes (403 INVALID_HOST)')],
  ])('is waited for a quarter of an hour: open after %i minutes', async (minutes, outcome) => {
    vi.useFakeTimers();
    const opens = Date.now() + minutes * 60_000;
    const ask = () =>
      Promise.resolve(Date.now() < opens ? closed : { isOpen: true, code: '', refusal: '' });
    const waited = untilOpen(ask).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    await vi.advanceTimersByTimeAsync(21 * 60_000);
    expect(await waited).toEqual(outcome);
  });
});

describe('the policies of the roles', () => {
  const { anonymousUser, registerUser } = policiesFor(functions, 'own');

  it('name the functions that the rules open to the role, and no others', () => {
    expect(anonymousUser.GatewayPolicyExpression).toContain('appTask');
    expect(anonymousUser.GatewayPolicyExpression).not.toContain('adminOrder');
    expect(registerUser.GatewayPolicyExpression).toContain('adminOrder');
    expect(JSON.stringify([anonymousUser, registerUser])).not.toContain('worker');
  });

  it('are left as the platform writes them, and replaced where they differ', () => {
    const spaced = JSON.stringify(JSON.parse(registerUser.GatewayPolicyExpression!), null, 2);
    const kept = { ...registerUser, GatewayPolicyExpression: spaced };
    expect(difference([kept], [registerUser])).toEqual({ add: [], remove: [] });
    const older = policiesFor(functions.slice(0, 1), 'own').registerUser;
    expect(difference([older], [registerUser])).toEqual({ add: [registerUser], remove: [older] });
    const denied = { ...registerUser, Effect: 'deny' };
    expect(difference([denied], [registerUser])).toEqual({ add: [registerUser], remove: [denied] });
  });

  it('of others stay', () => {
    const others = [{ ResourceType: 'gateway', Resource: 'FunctionsHttpApiAllow' }];
    expect(difference(others, [registerUser])).toEqual({ add: [registerUser], remove: [] });
    expect(difference([...others, registerUser], [])).toEqual({ add: [], remove: [registerUser] });
  });
});

describe('the Rego policy', () => {
  it('keeps what others have written, to the letter', () => {
    expect(merged(foreign)).toBe(`${foreign}\n${block}\n`);
    expect(merged(merged(foreign))).toBe(merged(foreign));
    expect(merged(foreign.trimEnd())).toBe(`${foreign}\n${block}\n`);
  });

  it('begins closed where there was none, and is understood', () => {
    expect(merged('')).toBe(`${PACKAGE}\ndefault allow := false\n\n${block}\n`);
    expect(parseRego(merged(''))).toMatchObject({ isAllowedByDefault: false });
    expect(parseRego(merged(foreign)).allow).toHaveLength(2);
  });

  it('has one block, also where functions have come and gone', () => {
    const older = blockFor(functions.slice(0, 1));
    const text = `${foreign}\n${older}\n\nallow if input.subject.auth_type == "internal"\n`;
    const next = merged(text);
    expect(next).toContain(block);
    expect(next).not.toContain(older);
    expect(next).toContain('"internal"');
    expect(next.split('# begin image back office')).toHaveLength(2);
  });

  const [begin] = block.split('\n');
  it.each([
    ['another package', 'package authz.other\n', 'package authz.user'],
    ['an open brace', `${PACKAGE}allow if {\n`, 'braces'],
    ['a brace that was not opened', `${PACKAGE}}\n{\n`, 'braces'],
    ['a text without its end', `${PACKAGE}allow if input.request.path == "/v1\n`, 'does not end'],
    ['a value of allow', `${PACKAGE}allow := true\n`, 'takes no second rule'],
    ['a deny of everything', `${PACKAGE}deny contains "x" if { true }\n`, 'deny'],
    [
      'a deny of functions',
      `${PACKAGE}deny contains "x" if input.cloudbase.resource_type == "functions"\n`,
      'deny',
    ],
    ['half of our marks', `${PACKAGE}\n${begin}\n`, 'marks'],
    ['our block twice', `${PACKAGE}\n${block}\n${block}\n`, 'marks'],
    ['too much', `${PACKAGE}# ${'x'.repeat(70_000)}\n`, 'too long'],
  ])('is refused with %s', (_what, text, why) => {
    expect(withBlock(text, `${block} `)).toEqual({
      obstacle: expect.stringContaining(why) as string,
    });
  });

  it('may refuse other kinds of resources', () => {
    const text = `${PACKAGE}deny contains "no files" if {\n\tinput.cloudbase.resource_type == "storages"\n}\n`;
    expect(merged(text)).toContain(text);
  });

  it('is returned to the letter, or with what others have changed since', () => {
    const older = blockFor(functions.slice(0, 1));
    const then = `${foreign}\n${older}\n`;
    expect(restored(merged(then), then)).toEqual({ text: then });
    expect(restored(merged(''), '')).toEqual({ text: `${PACKAGE}\ndefault allow := false\n` });
    expect(restored(merged(foreign), foreign)).toEqual({ text: foreign });
    const changed = foreign.replace('true', 'false');
    expect(restored(merged(changed), then)).toEqual({ text: `${changed}\n${older}\n` });
    expect(restored(merged(changed), foreign)).toEqual({ text: changed });
    expect(restored(`${PACKAGE}${begin}\n`, foreign)).toMatchObject({
      obstacle: expect.anything(),
    });
  });
});
