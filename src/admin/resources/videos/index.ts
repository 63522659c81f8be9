import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import { type AdminResource, lazyScreen } from '../../kit/base/routes.tsx';

export const videos: AdminResource = {
  name: 'videos',
  list: lazyScreen(() => import('./VideoList.tsx'), 'VideoList'),
  icon: VideoLibraryOutlined,
  recordRepresentation: 'name',
  section: '/images',
  parent: '/images',
};
