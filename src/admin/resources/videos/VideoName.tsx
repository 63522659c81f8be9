import { useQuery } from '@tanstack/react-query';
import { useInvoke } from '../../kit/base/hooks.ts';

/** A video by the name of its file. */
export const VideoName = ({ fileId }: { fileId: string }) => {
  const invoke = useInvoke();
  const { data } = useQuery({
    queryKey: ['videos', 'getVideoStatus', fileId],
    queryFn: () => invoke('vodService', 'getVideoStatus', { fileId }),
  });
  return <>{data?.name ?? fileId}</>;
};
