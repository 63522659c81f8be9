import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../kit/base/routes.tsx';

export const images: ResourceProps = {
  name: 'images',
  list: lazyScreen(() => import('./ImageList.tsx'), 'ImageList'),
  icon: PhotoLibraryOutlined,
  recordRepresentation: 'name',
};
