import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import type { AdminResource } from '../../kit/base/adminResource.tsx';
import { lazyScreen } from '../../kit/base/lazyScreen.tsx';

export const images: AdminResource = {
  name: 'images',
  list: lazyScreen(() => import('./ImageList.tsx'), 'ImageList'),
  icon: PhotoLibraryOutlined,
  recordRepresentation: 'name',
  section: '/images',
  isExportable: true,
};
