import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const images: ResourceProps = {
  name: 'images',
  list: lazyList(() => import('./ImageList.tsx'), 'ImageList'),
  icon: PhotoLibraryOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
