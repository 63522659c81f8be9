import type { Package } from '#contract/package.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type PackageRecord = RecordOf<Package>;
