import { zh } from './index.ts';

const {
  auditLogs: _auditLogs,
  settings: _settings,
  savedViews: _savedViews,
  systemStatus: _systemStatus,
  tableEdit: _tableEdit,
  yearlyDuties: _yearlyDuties,
  dashboard: _dashboard,
  ...shell
} = zh;

/** Three quarters fewer texts than all: what every page needs, and of each resource its name and titles. */
export const common = {
  ...shell,
  resources: Object.fromEntries(
    Object.entries(zh.resources).map(([resource, texts]) => [
      resource,
      { name: texts.name, ...('page' in texts && { page: texts.page }) },
    ]),
  ),
};
