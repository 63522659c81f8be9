import { type ReactNode, useState } from 'react';
import type { PublicInput, PublicPreset, PublicTemplate, PublicVideo } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { BeforeAfter } from '../shared/BeforeAfter.tsx';
import { asShown } from '../shared/imageStyle.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { SignedImage } from '../shared/SignedImage.tsx';
import { dayOf } from '../shared/time.ts';
import { ZoomableImage } from '../shared/ZoomableImage.tsx';
import { BackButton } from './BackButton.tsx';
import { Fact } from './Fact.tsx';
import { Failure } from './Failure.tsx';
import { FeedbackButton } from './FeedbackButton.tsx';
import { later, LoadedPage } from './LoadedPage.tsx';
import { EmptyNotice } from './Notice.tsx';
import { usePageTitle } from './usePageTitle.ts';
import { useRead } from './useRead.ts';

// What the home page does not need is loaded later.
const MakingForm = later(async () => (await import('./making/MakingForm.tsx')).MakingForm);

export interface TemplatePageProps {
  invoke: Invoke;
  id: string;
  known?: ShownTemplate | undefined;
}

export const TemplatePage = ({ invoke, id, known }: TemplatePageProps) => {
  // First as a list had it, then as it is now.
  const { state, again } = useRead(invoke, 'appTemplate', 'getTemplateById', { id }, known);
  usePageTitle(state.status === 'ready' ? state.value.name : '');

  return (
    <>
      <BackButton />
      {state.status === 'loading' && <DetailSkeleton />}
      {state.status === 'ready' && (
        <Detail invoke={invoke} template={state.value} onRenew={again}>
          {state.value.presets ? (
            <LoadedPage placeholder={<MakingPlaceholder inputs={state.value.inputs} />}>
              <MakingForm invoke={invoke} template={state.value} presets={state.value.presets} />
            </LoadedPage>
          ) : state.message ? (
            <Failure message={state.message} onRetry={again} />
          ) : (
            <MakingPlaceholder inputs={state.value.inputs} />
          )}
        </Detail>
      )}
      {state.status === 'gone' && (
        <EmptyNotice isPage title={visitor.templateGone}>
          {visitor.templateGoneHint}
        </EmptyNotice>
      )}
      {state.status === 'failed' && <Failure message={state.message} onRetry={again} />}
    </>
  );
};

interface DetailProps {
  invoke: Invoke;
  template: ShownTemplate;
  /** Reads it again. */
  onRenew: () => void;
  /** The form, which stands beside the picture on wide screens. */
  children: ReactNode;
}

const Detail = ({ invoke, template, onRenew, children }: DetailProps) => {
  const { imageStyles } = useSystemSettings();
  const large = (src: string) => src && asShown(src, imageStyles);
  const { name, subtitle, description, beforeImage, afterImage, sampleImages, video } = template;
  return (
    <article className="detail">
      <SignedImage
        src={large(template.coverImage)}
        alt={visitor.cover(name)}
        className="detail-cover fill"
      />
      <div className="detail-text">
        <h1 tabIndex={-1}>{name}</h1>
        {subtitle && <p className="detail-subtitle">{subtitle}</p>}
        {template.suspended && (
          <p className="suspended" role="status">
            <strong>{visitor.suspended}</strong>
            {visitor.suspendedHint}
          </p>
        )}
        <dl className="facts">
          <Fact name={visitor.cost}>{visitor.credits(template.costCredits)}</Fact>
          {template.averageSec > 0 && (
            <Fact name={visitor.duration}>{visitor.about(template.averageSec)}</Fact>
          )}
          <Fact name={visitor.audience}>
            {template.vipOnly ? visitor.members : visitor.everyone}
          </Fact>
          {template.publishTime !== null && (
            <Fact name={visitor.publishedAt}>{dayOf(template.publishTime)}</Fact>
          )}
        </dl>
        {children}
        <FeedbackButton invoke={invoke} templateId={template._id} firstTopic="content">
          {visitor.report}
        </FeedbackButton>
        {description && (
          <section>
            <h2>{visitor.description}</h2>
            <p className="detail-description">{description}</p>
          </section>
        )}
      </div>
      {beforeImage && afterImage && (
        <section className="detail-wide">
          <h2>{visitor.beforeAfter}</h2>
          <div className="before-after">
            <BeforeAfter before={large(beforeImage)} after={large(afterImage)} />
          </div>
        </section>
      )}
      {video && (
        <section className="detail-wide">
          <h2>{visitor.video}</h2>
          <TemplateVideo video={video} name={name} onRenew={onRenew} />
        </section>
      )}
      {sampleImages.length > 0 && (
        <section className="detail-wide">
          <h2>{visitor.samples}</h2>
          <ul className="samples">
            {sampleImages.map((src, index) => (
              <li key={src}>
                <ZoomableImage
                  src={src}
                  alt={visitor.sample(index + 1)}
                  className="fill"
                  siblings={sampleImages.map((one, at) => ({
                    src: one,
                    name: visitor.sample(at + 1),
                  }))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
};

const DetailSkeleton = () => (
  <div className="detail" aria-busy="true">
    <span className="visually-hidden" role="status">
      {visitor.loading}
    </span>
    <span className="detail-cover skeleton" />
    <div className="detail-text" aria-hidden="true">
      <span className="skeleton skeleton-title" />
      <span className="skeleton skeleton-line" style={{ width: '70%' }} />
      <span className="skeleton skeleton-block" />
    </div>
  </div>
);

/** Presets and video are absent until they are read: a list does not have them. */
type ShownTemplate = PublicTemplate & {
  presets?: PublicPreset[];
  video?: PublicVideo | null;
};

interface TemplateVideoProps {
  video: PublicVideo;
  /** Name of the template. */
  name: string;
  /** Reads the template again: addresses of videos expire. */
  onRenew: () => void;
}

/** The effect of a template as a video. Nothing of it is loaded before it is played. */
const TemplateVideo = ({ video, name, onRenew }: TemplateVideoProps) => {
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

/** Pixels that the fields take, roughly, so that little moves when they come. */
const heights: Partial<Record<PublicInput['type'], number>> = {
  image: 178,
  images: 178,
  textarea: 128,
  slider: 64,
  switch: 44,
};
const USUAL_HEIGHT = 76;

const MakingPlaceholder = ({ inputs }: { inputs: readonly PublicInput[] }) => (
  <div className="making-placeholder" aria-hidden="true">
    {inputs.map(({ key, type }) => (
      <span key={key} className="skeleton" style={{ height: heights[type] ?? USUAL_HEIGHT }} />
    ))}
  </div>
);
