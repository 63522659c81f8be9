import { printSizeEntity } from '#contract/printSize.ts';

export const printSizes = {
  name: printSizeEntity.name,
  page: { list: '照片尺寸管理' },
  fields: {
    ...printSizeEntity.labels,
    measures: '成品尺寸',
    pixels: '输出像素',
    minPixels: '最低像素',
  },
  help: {
    code: '行业通用的代号，如 6R、A4，不能重复',
    minPixelWidth: '照片低于这个像素会标记「分辨率不足」，不会拒绝；留空按 180 dpi 计算',
    basePriceFen: '没有生效的冲印价格时按此单价；填 0 则必须设置冲印价格才能下单',
    sort: '数值越大越靠前',
    status: '停用后用户不能再选择，已下的订单不受影响',
  },
  empty: { title: '还没有照片尺寸', text: '添加尺寸后，用户才能下单冲印。' },
  measures: '%{width} × %{height} 毫米',
  pixels: '%{width} × %{height}',
  derived: '输出 %{width} × %{height} 像素',
  notSold: '未定价',
  create: '新建尺寸',
  edit: '编辑尺寸「%{name}」',
  submit: '保存',
  created: '尺寸已创建',
  saved: '尺寸已保存',
  orders: '冲印订单',
  switching: {
    enabled: '启用',
    disabled: '停用',
    enabledOf: '启用「%{name}」',
    disabledOf: '停用「%{name}」',
    enabledDone: '已启用「%{name}」',
    disabledDone: '已停用「%{name}」',
  },
  delete: { effect: '删除后不能恢复；有价格或未完成的冲印订单使用时不能删除，可以改为停用。' },
};
