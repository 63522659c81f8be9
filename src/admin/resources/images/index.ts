import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const images: AdminResource = {
  name: 'images',
  list: lazyList(() => import('./ImageList.tsx'), 'ImageList'),
  icon: PhotoLibraryOutlined,
  recordRepresentation: 'name',
  section: '/images',
  isExportable: true,
};
