import PhotoLibraryOutlined from '@mui/icons-material/PhotoLibraryOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const images: ResourceProps = {
  name: 'images',
  list: lazyScreen(() => import('./ImageList.tsx'), 'ImageList', { hasTexts: true }),
  icon: PhotoLibraryOutlined,
  recordRepresentation: 'name',
  options: { isExportable: true },
};
