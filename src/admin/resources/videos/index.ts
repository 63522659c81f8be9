import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import { lazyList } from '../../kit/base/lazyScreen.ts';
import type { ResourceProps } from '../../kit/base/Resource.tsx';

export const videos: ResourceProps = {
  name: 'videos',
  list: lazyList(() => import('./VideoList.tsx'), 'VideoList'),
  icon: VideoLibraryOutlined,
  recordRepresentation: 'name',
  options: { parent: 'images' },
};
