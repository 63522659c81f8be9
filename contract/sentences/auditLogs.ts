const printMoves = {
  status_producing_confirmed: '退回待制作',
  status_confirmed: '审核通过',
  status_producing: '开始制作',
  status_completed: '确认签收',
  status_cancelled: '取消冲印订单',
};

/** What the log calls actions and kinds of records, on the screen and in its export; `auditWords.ts` adds what follows. */
export const auditSentences = {
  /** Kinds of records that are no entities, or that the log calls otherwise than their screens. */
  kinds: {
    preset: '模板预设',
    file: '图片',
    setting: '系统设置',
    export: '导出',
    printArchive: '打印文件',
    session: '登录',
  },
  functions: {
    adminAuth: '账号',
    adminExport: '导出',
    adminPrintArchive: '打印文件',
    adminActivationCode: '激活码',
    adminStorage: '图片',
    adminSettings: '系统设置',
  },
  actions: {
    adminAuth: {
      login: '登录',
      logout: '退出登录',
      updateProfile: '修改个人资料',
      changePassword: '修改密码',
      revokeSession: '强制退出设备',
    },
    adminAdministrator: {
      createAdministrator: '新建管理员',
      setAdministratorStatus: '停用或启用管理员',
      resetAdministratorPassword: '重置管理员密码',
      revokeAdministratorSession: '强制退出管理员的设备',
    },
    adminTemplate: {
      copyTemplate: '复制模板',
      restoreRevision: '恢复历史版本',
      batchUpdate: '批量修改模板',
      importWorkflow: '读取工作流',
      runTrial: '试跑模板',
      useTrialPicture: '使用试跑结果',
      // Done by earlier versions.
      updateSort: '调整模板排序',
      moveTemplateFirst: '把模板移到最前',
    },
    adminTemplatePreset: {
      createPreset: '新建预设',
      updatePreset: '修改预设',
      deletePreset: '删除预设',
      setDefaultPreset: '设为默认预设',
      copyPreset: '复制预设',
      restoreRevision: '恢复历史版本',
    },
    adminCategory: {
      mergeCategory: '合并分类',
    },
    keyword: {
      batchCreateKeywords: '批量新建关键词',
      batchUpsertKeywords: '批量导入关键词',
      mergeKeywords: '合并关键词',
      addSynonym: '加为同义词',
      deleteSearchMiss: '忽略无结果的搜索',
    },
    adminExport: {
      createExport: '导出数据',
      getExportUrl: '下载导出文件',
      cancelExport: '取消导出',
    },
    adminUser: {
      updateUserStatus: '停用、启用或注销账号',
      updateUserPackage: '变更套餐',
      adjustCredits: '调整积分',
      addNote: '添加用户备注',
      setTags: '编辑用户标签',
      changeTags: '批量添加或移除标签',
      revealContact: '查看完整手机号',
    },
    adminTask: {
      syncTask: '查询任务结果',
      cancelTask: '取消生成任务',
      retryTask: '重试生成任务',
      refundTaskCredits: '退回任务积分',
      passTask: '通过结果图审核',
      rejectTask: '拒绝结果图',
      resolveCharge: '标记扣费已核对',
    },
    adminCompensation: {
      createCompensation: '批量补偿',
      cancelCompensation: '停止批量补偿',
    },
    adminFeedback: {
      handleFeedback: '处理反馈',
      replyToFeedback: '回复用户',
      takeFeedback: '负责处理',
      writeToUser: '给用户写信',
      reopenFeedback: '重新打开反馈',
    },
    adminMessage: {
      resendMessage: '重发消息',
      sendServiceMessage: '给用户发消息',
    },
    adminApiKey: {
      createApiKey: '添加密钥',
      setApiKeyStatus: '暂停或恢复密钥',
      testApiKey: '测试密钥',
      rotateApiKey: '更换密钥',
    },
    adminActivationCode: {
      createBatch: '生成激活码批次',
      generateCodes: '继续生成激活码',
      setBatchStatus: '停用、启用或归档批次',
      extendBatch: '延长批次有效期',
      disableCodes: '作废激活码',
      restoreCode: '恢复激活码',
      revealCodes: '查看完整激活码',
      exportBatch: '导出激活码',
      redeemForUser: '代兑激活码',
    },
    adminStorage: {
      uploadImage: '上传图片',
      deleteImage: '删除图片',
      removeUserImage: '删除用户图片',
      restoreImage: '恢复图片',
      batchDelete: '批量删除图片',
      getUploadTicket: '开始上传大图',
      confirmUpload: '完成上传大图',
      cancelUpload: '取消上传大图',
      getRequestTicket: '开始提交较大的内容',
    },
    adminSettings: {
      updateSettings: '修改系统设置',
      updatePaymentSettings: '修改支付设置',
      updateNotificationSettings: '修改通知设置',
      restoreSetting: '恢复历史设置',
      publishLegalText: '发布协议与规则',
      testPayment: '测试支付设置',
      testNotification: '测试通知设置',
      testStorage: '测试存储设置',
    },
    vodService: {
      getUploadSignature: '上传视频',
      processVideo: '处理视频',
      updateVideo: '重命名视频',
      setVideoCover: '更换视频封面',
      testService: '测试点播设置',
    },
    adminOrder: {
      updateOrderStatus: '关闭订单或标记完成',
      processRefund: '退款',
      markPaidOffline: '标记线下已付',
      syncPayment: '查询支付结果',
      retryUpload: '重新同步发货信息',
      retryFulfil: '重新发放',
      addRemark: '添加订单备注',
      retryRefund: '重新提交退款',
      syncRefund: '查询退款结果',
      voidRefund: '作废退款',
      checkVoidedRefund: '标记作废后的退款已核对',
      applyAbnormalRefund: '处理异常退款',
    },
    adminReconciliation: {
      runDay: '核对账单',
      closeDifference: '填写对账差异的说明',
    },
    adminPackage: {
      setPackageStatus: '上架或下架套餐',
      // Done by earlier versions.
      updatePackageSort: '调整套餐排序',
    },
    adminPrintOrder: {
      updatePrintOrderStatus: '审核、制作、签收或取消冲印订单',
      batchUpdateStatus: '批量审核、制作或签收冲印订单',
      holdPrintOrder: '请用户换图',
      resumePrintOrder: '恢复处理',
      updateAddress: '修改收件地址',
      setShipping: '发货或更正快递单号',
      importShipping: '导入快递单号',
      createReprint: '补印',
      revealAddress: '查看完整地址',
      addPrintRemark: '添加冲印备注',
    },
    adminPrintArchive: {
      createPrintArchive: '生成打印文件',
      getPrintArchiveUrl: '下载打印文件',
      cancelPrintArchive: '停止生成打印文件',
    },
    adminLocalApp: {
      // Done by earlier versions.
      updateAppSort: '调整本地应用排序',
      moveAppFirst: '把本地应用移到最前',
    },
    adminPrintSize: {
      // Done by earlier versions.
      updatePrintSizeSort: '调整照片尺寸排序',
      movePrintSizeFirst: '把照片尺寸移到最前',
    },
  },
  /**
   * What an action is called where that depends on what it changed, as its button says: by field and new value, by field,
   * former and new value, or by field alone; the first that fits. Filters say what `actions` has.
   */
  outcomes: {
    adminAdministrator: {
      setAdministratorStatus: { status_disabled: '停用管理员', status_active: '启用管理员' },
    },
    adminTemplate: {
      batchUpdate: { status_online: '上线模板', status_offline: '下线模板' },
      updateTemplateField: { status_online: '上线模板', status_offline: '下线模板' },
    },
    adminUser: {
      updateUserStatus: {
        status_disabled: '停用账号',
        status_normal: '启用账号',
        status_deleted: '注销账号',
      },
    },
    adminApiKey: {
      setApiKeyStatus: { status_paused: '暂停密钥', status_active: '恢复密钥' },
    },
    adminActivationCode: {
      setBatchStatus: {
        status_disabled: '停用批次',
        status_active: '启用批次',
        status_archived: '归档批次',
      },
    },
    adminOrder: {
      updateOrderStatus: { status_closed: '关闭订单', status_completed: '标记完成' },
    },
    adminPackage: {
      setPackageStatus: { status_enabled: '上架套餐', status_disabled: '下架套餐' },
    },
    adminPrintOrder: {
      updatePrintOrderStatus: printMoves,
      batchUpdateStatus: printMoves,
      setShipping: {
        status_shipped: '发货',
        expressNo: '更正快递单号',
        expressCompany: '更正快递单号',
      },
    },
  },
  /** Actions that entities have in common. */
  phrases: {
    create: (kind: string) => `新建${kind}`,
    update: (kind: string) => `修改${kind}`,
    delete: (kind: string) => `删除${kind}`,
    setField: (kind: string) => `修改${kind}的单个字段`,
    setRecommend: (kind: string) => `推荐或取消推荐${kind}`,
    setStatus: (kind: string) => `停用或启用${kind}`,
    setOrder: (kind: string) => `调整${kind}排序`,
  },
  /** Outcomes of actions that entities have in common. */
  commonOutcomes: (kind: string) => ({
    status_disabled: `停用${kind}`,
    status_enabled: `启用${kind}`,
    isRecommend_true: `推荐${kind}`,
    isRecommend_false: `取消推荐${kind}`,
  }),
};
