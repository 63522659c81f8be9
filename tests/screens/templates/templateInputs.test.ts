import { describe, expect, it } from 'vitest';
import { templateInputs } from '#contract/templateInput.ts';
import { errorPaths } from '#src/admin/kit/form/useErrorTabs.ts';
import { isShown, scheduleAt } from '#src/admin/resources/quick-functions/quickFunction.ts';
import { newInput, retyped } from '#src/admin/resources/templates/templateInputs.ts';
import { isVideo } from '#src/admin/resources/videos/useVideoUpload.ts';

describe('an input of a template', () => {
  it('gets a unique key', () => {
    const photo = newInput('image', []);
    const second = newInput('image', [photo]);
    expect([photo.key, second.key, newInput('image', [photo, second]).key]).toEqual([
      'photo',
      'photo2',
      'photo3',
    ]);
  });

  it('keeps the properties that its new type has too', () => {
    const slider = { ...newInput('slider', []), label: '强度', max: 5, nodeId: '7' };
    const number = retyped(slider, 'number');
    expect(number).toMatchObject({ label: '强度', nodeId: '7', min: 0, max: 5 });
    expect(number.default).toBeUndefined();
    const text = retyped(number, 'text');
    expect(Object.keys(text).sort()).toEqual(
      ['fieldName', 'key', 'label', 'nodeId', 'required', 'type'].sort(),
    );
    expect(templateInputs.safeParse([slider, { ...text, key: 'other' }]).success).toBe(true);
  });
});

describe('the errors of a form', () => {
  it('are counted field by field, inputs called type or message included', () => {
    const leaf = { type: 'manual', message: '请填写' };
    expect(
      errorPaths({ name: leaf, inputs: { 0: { type: leaf, options: { 1: { label: leaf } } } } }),
    ).toEqual(['name', 'inputs.0.type', 'inputs.0.options.1.label']);
    expect(errorPaths({})).toEqual([]);
  });
});

describe('an entry of the home page', () => {
  const entry = {
    status: 'enabled' as const,
    platforms: ['mp' as const],
    startTime: 100,
    endTime: 200,
  };
  it.each([
    [99, 'coming'],
    [100, 'running'],
    [199, 'running'],
    [200, 'over'],
  ])('at %i is %s', (now, schedule) => {
    expect(scheduleAt(entry, now)).toBe(schedule);
    expect(isShown(entry, 'mp', now)).toBe(schedule === 'running');
  });

  it('is shown on its platforms, while it is enabled', () => {
    expect(isShown(entry, 'h5', 150)).toBe(false);
    expect(isShown({ ...entry, status: 'disabled' }, 'mp', 150)).toBe(false);
    expect(isShown({ ...entry, startTime: null, endTime: null }, 'mp', 0)).toBe(true);
  });

  it('goes with what it leads to', () => {
    expect(isShown({ ...entry, targetDead: false }, 'mp', 150)).toBe(true);
    expect(isShown({ ...entry, targetDead: true }, 'mp', 150)).toBe(false);
  });
});

it.each([
  ['clip.mp4', 'video/mp4', true],
  ['clip.MKV', '', true],
  ['notes.txt', '', false],
  ['clip.mp4', 'text/plain', false],
])('%s of the type “%s” is a video: %s', (name, type, expected) =>
  expect(isVideo({ name, type })).toBe(expected),
);
