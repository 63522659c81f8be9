import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import { lazyScreen } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const videos: ResourceProps = {
  name: 'videos',
  list: lazyScreen(() => import('./VideoList.tsx'), 'VideoList', { hasTexts: true }),
  icon: VideoLibraryOutlined,
  recordRepresentation: 'name',
  options: { parent: 'images' },
};
