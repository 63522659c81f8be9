import { useCan } from '../../kit/base/CanAccess.tsx';
import { useAnswer } from '../../kit/base/hooks.ts';

/** A video by the name of its file. */
export const VideoName = ({ fileId }: { fileId: string }) => {
  const { data } = useAnswer('vodService', 'getVideoStatus', {
    data: { fileId },
    queryKey: ['videos', 'getVideoStatus', fileId],
    enabled: useCan()('images.read'),
  });
  return <>{data?.name ?? fileId}</>;
};
