import VideoLibraryOutlined from '@mui/icons-material/VideoLibraryOutlined';
import { type AdminResource, lazyList } from '../../kit/base/routes.tsx';

export const videos: AdminResource = {
  name: 'videos',
  list: lazyList(() => import('./VideoList.tsx'), 'VideoList'),
  icon: VideoLibraryOutlined,
  recordRepresentation: 'name',
  section: '/images',
  parent: '/images',
};
