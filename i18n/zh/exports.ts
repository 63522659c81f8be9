export const exports = {
  action: '导出',
  title: '导出%{label}',
  facts: '共 %{count} 条记录，导出为表格文件，可直接用 Excel 打开。',
  factsFiltered: '符合当前筛选的 %{count} 条记录，导出为表格文件，可直接用 Excel 打开。',
  columns: '列（%{count} / %{total}）',
  asShown: '当前显示的列',
  allColumns: '全部列',
  start: '开始导出',
  mayClose: '关闭窗口不影响导出，完成后可在右上角下载。',
  fetched: '已开始下载。7 天内可在右上角再次下载。',
  recent: '最近的导出',
  kept: '文件保留 %{days} 天。',
  none: '还没有导出过',
  rows: '%{count} 条',
  cancel: '取消导出',
  download: '下载',
  downloadOf: '下载「%{name}」',
  done: '已导出「%{name}」',
  failed: '「%{name}」导出失败',
};

/** Texts shared by all imports. */
export const imports = {
  file: '选择文件',
  drop: '松开即可读取',
  clear: '清空',
  tooLarge: '文件超过 5 MB，请分成几个文件导入',
  spreadsheet: '请先在表格软件里另存为 CSV 文件，或直接复制单元格粘贴到这里',
  unreadable: '文件读取失败，请重试',
  doubtful:
    '第 %{line} 行有读不出的字符：「%{text}」。文件的编码可能不对，请核对，或在表格软件里另存为「CSV UTF-8」再选择。',
};
