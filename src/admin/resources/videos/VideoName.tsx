import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../kit/base/CanAccess.tsx';
import { useDataProvider } from '../../kit/base/hooks.ts';

/** A video by the name of its file. */
export const VideoName = ({ fileId }: { fileId: string }) => {
  const { invoke } = useDataProvider();
  const { data } = useQuery({
    queryKey: ['videos', 'getVideoStatus', fileId],
    queryFn: () => invoke('vodService', 'getVideoStatus', { fileId }),
    enabled: useCan()('images.read'),
  });
  return <>{data?.name ?? fileId}</>;
};
