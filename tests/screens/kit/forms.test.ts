import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateEntity } from '#contract/template.ts';
import { fenToYuan, yuanToFen } from '#src/admin/kit/base/yuan.ts';
import { compareVersions, mergeVersions } from '#src/admin/kit/form/mergeVersions.ts';
import { validateWith } from '#src/admin/kit/form/zodValidation.ts';

describe('an amount in yuan', () => {
  it('is read and written without floating point', () => {
    expect(fenToYuan(1)).toBe('0.01');
    expect(fenToYuan(1990)).toBe('19.90');
    expect(yuanToFen('19.9')).toBe(1990);
    expect(yuanToFen('0.29')).toBe(29);
    expect(yuanToFen('.5')).toBe(50);
    expect(yuanToFen('１９．９０')).toBe(1990);
    expect(yuanToFen('¥1,234')).toBe(123_400);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), fen => {
        expect(yuanToFen(fenToYuan(fen))).toBe(fen);
      }),
    );
  });

  it.each(['1.234', '-1', 'abc', '1.2.3', '.', '', '1e3'])('is not %j', text => {
    expect(yuanToFen(text)).toBeUndefined();
  });
});

describe('two versions of a record', () => {
  const fields = ['name', 'subtitle', 'sort', 'priceFen', 'categoryIds'];
  const base = { name: '甲', subtitle: '', sort: 1, priceFen: null, categoryIds: ['a'] };

  it('conflict only where both changed a field differently', () => {
    const mine = { ...base, name: '乙', sort: 2, categoryIds: ['a', 'b'] };
    const theirs = { ...base, name: '丙', subtitle: '新', categoryIds: ['a', 'b'] };
    expect(compareVersions(fields, base, mine, theirs)).toEqual({
      conflicts: ['name'],
      mine: ['sort'],
      theirs: ['subtitle'],
    });
  });

  it('treat an empty input as an empty stored value, but never "free" as "not for sale"', () => {
    expect(compareVersions(fields, base, { ...base, subtitle: null }, base).mine).toEqual([]);
    expect(compareVersions(fields, base, { ...base, priceFen: 0 }, base).mine).toEqual([
      'priceFen',
    ]);
  });

  it('merge into the stored version with my changes and the decisions, at its version', () => {
    const mine = { ...base, name: '乙', sort: 2, rev: 1 };
    const theirs = { ...base, name: '丙', subtitle: '新', rev: 2 };
    const comparison = compareVersions(fields, { ...base, rev: 1 }, mine, theirs);
    expect(mergeVersions(comparison, mine, theirs, { name: '乙和丙' })).toEqual({
      ...base,
      name: '乙和丙',
      subtitle: '新',
      sort: 2,
      rev: 2,
    });
  });
});

describe("a form's validation", () => {
  const validate = validateWith(templateEntity.inputs, templateEntity.defaults);

  it("says the contract's sentences beside the fields", () => {
    expect(
      validate({ ...templateEntity.defaults, name: '一', sort: 1.5, priceFen: '1.234' }),
    ).toEqual({
      name: '至少 2 个字符',
      sort: '请填写整数',
      priceFen: '应为金额，最多两位小数，如 12.50',
    });
    expect(validate({ ...templateEntity.defaults, name: null })).toEqual({ name: '请填写' });
  });

  it('passes what the server would take, whatever else the record carries', () => {
    expect(
      validate({ ...templateEntity.defaults, name: '敦煌', id: 'x', rev: 3, stats: {} }),
    ).toEqual({});
  });

  it('names the invalid item of a list', () => {
    const input = { key: '1', label: '', type: 'text', required: true, nodeId: '', fieldName: '' };
    const errors = validate({ ...templateEntity.defaults, name: '敦煌', inputs: [input] });
    expect(errors).toMatchObject({ inputs: { 0: { label: '请填写' } } });
  });
});
