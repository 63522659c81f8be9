export const cutPaste = (max: number) => `最多 ${max} 个字符，粘贴的内容只放进了前面的部分`;
