import { useState } from 'react';
import type { PublicVideo } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';

export interface TemplateVideoProps {
  video: PublicVideo;
  /** Of the template. */
  name: string;
  /** Reads the template again: addresses of videos expire. */
  onRenew: () => void;
}

/** The effect of a template as a video. Nothing of it is loaded before it is played. */
export const TemplateVideo = ({ video, name, onRenew }: TemplateVideoProps) => {
  const [failed, setFailed] = useState(false);
  const { mediaUrl, coverUrl, width, height } = video;
  if (failed) {
    return (
      <div className="video-failed" role="alert">
        <p>{visitor.videoFailed}</p>
        <button
          type="button"
          className="button"
          onClick={() => {
            setFailed(false);
            onRenew();
          }}
        >
          {visitor.retry}
        </button>
      </div>
    );
  }
  return (
    <video
      className="template-video"
      src={mediaUrl}
      poster={coverUrl || undefined}
      controls
      playsInline
      preload="none"
      aria-label={visitor.videoOf(name)}
      style={width > 0 && height > 0 ? { aspectRatio: `${width} / ${height}` } : undefined}
      onError={() => setFailed(true)}
    >
      {visitor.videoUnsupported}
    </video>
  );
};
