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
