import type { Keyword } from '#contract/keyword.ts';
import type { Preset } from '#contract/preset.ts';
import type { Template } from '#contract/template.ts';
import { repository } from '../base/repository.ts';

export const templates = repository<Template>('templates');
export const presets = repository<Preset>('templatePresets');
export const keywords = repository<Keyword>('keywords');
