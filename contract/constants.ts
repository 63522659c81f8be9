/** Fixed numbers and sentences (docs/specification.md#constants-and-limits). */

export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_LENGTH = 128;
/** How long a one-time password signs in. */
export const ONE_TIME_PASSWORD_DAYS = 3;
/** How long a device is remembered, which then needs no code of the second factor at sign-in. */
export const REMEMBERED_DEVICE_DAYS = 30;
/** How many recovery codes there are at first. */
export const RECOVERY_CODES = 10;
/** Up to and including this width (CSS pixels) the menu is closed and the breadcrumb hidden. */
export const MOBILE_BREAKPOINT = 768;
/** CSS pixels. */
export const SIDE_MENU_WIDTH = 256;
export const LOGOUT_AFTER_PASSWORD_CHANGE_MS = 1_500;
/** Percent: read, sent, stored. */
export const UPLOAD_PROGRESS_STEPS = [30, 60, 100] as const;
export const ADMIN_URL_REFRESH_MS = 15 * 60_000;
export const IMAGE_REFRESH_MS = 1_800_000;
export const IMAGE_ERROR_RETRIES = 2;
export const TRANSACTION_RETRIES = 3;
export const DEFAULT_IMAGE_FIT = 'cover';
export const REGION = 'ap-shanghai';
/** The platform's default lifetime of a temporary address. */
export const TEMP_URL_SECONDS = 600;
/** Lifetime of the addresses we sign, longer than the 30-minute refresh. */
export const SIGNED_URL_SECONDS = 2_400;
export const MAX_SIGNED_URLS_PER_CALL = 50;
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;
/** Id of the role with all rights, also those that later versions add. */
export const FULL_ROLE = 'admin';

/**
 * What a call may count and skip: each counted or skipped entry is one that the database walks, and no call of a screen
 * walks more than 2,000. A number above its most stands for "more than that".
 */
export const MAX_TOTAL = 500;
export const MAX_BADGE = 99;
export const MAX_SKIPPED = 300;
/** Records of which sums are made. */
export const MAX_SUMMED = 1_000;
/** A customer's whole message, in which a number is found (`readSearch`). */
export const MAX_SEARCH_LENGTH = 1_000;
/** Of one order; a photo may occur in several sizes. */
export const MOST_PRINT_PHOTOS = 100;
export const MAX_BATCH_ROWS = 500;
/** Between the sort numbers of records put in order anew, so that there is room for some between. */
export const SORT_STEP = 10;

/** Bytes of a call's body that the platform takes (docs/cloud-gateway.md#bodies). */
export const MAX_CALL_BYTES = 100 * 1024;
/** Bytes of `data`, as JSON, that fit into it beside action and token; an administrator's larger ones go another way. */
export const MAX_DATA_BYTES = 96_000;
/** Bytes of such larger `data`. */
export const MAX_LARGE_DATA_BYTES = 6 * 1024 * 1024;
/** Bytes of a picture sent through `adminStorage.uploadImage`; with base64 no more fit into a call. */
export const MAX_UPLOAD_BYTES = 64 * 1024;
/** Bytes of a picture that becomes a video's cover. */
export const MAX_COVER_BYTES = 4 * 1024 * 1024;
/** Bytes of a picture put straight into storage. */
export const MAX_TICKET_BYTES = 30 * 1024 * 1024;
export const EXPORT_DAYS = 7;
/** How long an archive of print files is kept: it holds people's photos, and can be made again. */
export const ARCHIVE_DAYS = 3;
/** Bytes of a visitor's photo; the browser makes larger ones smaller. */
export const MAX_PHOTO_BYTES = 4 * 1024 * 1024;
/** Pixels of its longer side. */
export const MAX_PHOTO_SIDE = 2_048;
/** Width times height. */
export const MAX_UPLOAD_PIXELS = 40_000_000;

/** The storage path of a file, never an address: `template/202611/x.png`. */
export const FILE_PATH = /^[a-z][a-z0-9_-]*(\/[A-Za-z0-9_-]+)*\/[A-Za-z0-9_-]+\.[a-z0-9]{2,5}$/;

/**
 * Picture styles: a suffix is '!' and its name. `original` is the stored picture; every other style is a copy, which
 * has the visible mark if the picture is generated (docs/pictures.md).
 */
export const DEFAULT_IMAGE_STYLES = {
  thumbnail: '!thumbnail',
  uploadimage: '!uploadimage',
  userupload: '!userupload',
  runninghubreturnsimages: '!runninghubreturnsimages',
  download: '!download',
  original: '!original',
} as const;

/** Folder of generated pictures. */
export const RESULTS_PREFIX = 'results/';
/** Stands below it for the user where an administrator tried a template. */
export const TRIAL_OWNER = 'trial';
/** Generated pictures that show what a template makes. */
export const GENERATED_COVERS_PREFIX = 'template/ai/';
export const isGeneratedPath = (path: string): boolean =>
  path.startsWith(RESULTS_PREFIX) || path.startsWith(GENERATED_COVERS_PREFIX);
/** The visible mark that generated pictures must carry wherever they are shown (标识办法, GB 45438-2025). */
export const AI_LABEL = 'AI生成';

export const ADMIN_TOKEN_COOKIE = 'admin_token';
export const ADMIN_DEVICE_COOKIE = 'admin_device';
export const ADMIN_USER_KEY = 'admin_user';

const MEGABYTE = 1024 * 1024;
/** As people read a limit: `0.5 MB`, `64 KB`. */
const inUnits = (bytes: number): string =>
  bytes < MEGABYTE / 2
    ? `${Math.round(bytes / 1024)} KB`
    : `${Math.round((bytes / MEGABYTE) * 100) / 100} MB`;

/** Sentences whose wording is fixed (docs/specification.md#errors). */
export const texts = {
  appTitle: 'AI图像处理',
  footer: 'AI图像处理云开发版后台管理系统',
  defaultPageTitle: '管理系统',
  pageTitle: (route: string) => `${route} - 管理系统`,
  oldPasswordRequired: '请输入原密码',
  newPasswordRequired: '请输入新密码',
  passwordTooShort: '密码长度不能少于6个字符',
  confirmPasswordRequired: '请再次输入新密码',
  passwordsDiffer: '两次输入的密码不一致',
  noFileChosen: '没有选择文件',
  confirmLogout: '确定要退出登录吗？',
  loggedOut: '已退出登录',
  otherAdmin: '此浏览器已由其他管理员登录，这次操作没有提交',
  noResult: '云函数响应异常',
  starting: '正在启动，请稍候再试',
  operationFailed: '操作失败',
  notSortable: '不能按这一列排序，请选择其他列',
  notFilterable: '这个列表不支持这样的搜索或筛选',
  networkFailed: '网络连接失败，请检查网络后重试',
  notSent: '网络已断开，请求没有发出，请在恢复连接后重试',
  saveCancelled: '已取消提交，内容没有保存',
  uploadFailed: (reason: string) => `上传失败: ${reason}`,
  uploadFailedFallback: '云函数上传失败',
  fileUnreadable: '文件无法读取，请重新选择',
  pictureTooLarge: (bytes: number) => `图片不能超过 ${inUnits(bytes)}`,
  videoServiceFailed: '视频服务没有接受文件，请重试',
  storageRefused: '存储服务没有接受文件，请重试',
  passwordChangeFailed: '修改密码失败',
  passwordChanged: '密码修改成功，请重新登录',
  startUpFailed: '系统初始化失败，请刷新页面重试',
  imageLabel: '图片',
  aiNotice: '图片由人工智能生成',
  authenticationMarker: '身份验证',
} as const;
