/** Why a text is not read as a workflow. */
export const workflowRefusals = {
  tooLarge: '工作流文件超过 1 MB，请检查是否选错了文件',
  notJson: '内容不是完整的 JSON，请重新复制或重新导出',
  editorExport:
    '这是编辑界面的工作流文件，不能用于对应输入项。请在工作流编辑器里选择「导出（API）」，导入得到的 JSON',
  noNodes: '没有找到任何节点，请导入工作流的 API 格式 JSON',
  tooManyNodes: '工作流的节点或字段过多，最多支持 500 个节点',
  unreadableNode: '有节点的编号或类型无法识别，请重新导出 API 格式的 JSON',
} as const;

/** Shown beside the part of an input that no longer fits the workflow, and before going online. */
export const mappingSentences = {
  nodeGone: '工作流里没有这个节点，请重新对应',
  nodeReplaced: '这个编号在工作流里已换成另一种节点，请重新对应',
  fieldGone: '该节点没有可填写的这个字段，请重新对应',
} as const;

/** What fetching a workflow by its number answers instead. */
export const workflowFetchSentences = {
  keyGone: '该密钥已不存在，请选择其他密钥',
  keyDamaged: '该密钥已无法使用，请先更换密钥',
  keyRefused: '图像服务不接受该密钥，请在「API Key管理」中测试或更换',
  noMoney: '该密钥余额不足，请充值后重试',
  busy: '图像服务正忙，请稍后再试',
  unknownWorkflow: '没有找到该工作流，请检查编号，以及密钥是否属于工作流的账号',
} as const;
