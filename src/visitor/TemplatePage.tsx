import { type ReactNode, useState } from 'react';
import type { PublicInput, PublicPreset, PublicTemplate, PublicVideo } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { template as t } from '#i18n/zh/visitor/template.ts';
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
import { DetailSkeleton } from './skeletons.tsx';
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
        <EmptyNotice isPage title={t.templateGone}>
          {t.templateGoneHint}
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
  const model = [template.model, template.modelNumber].filter(Boolean).join('，');
  return (
    <article className="detail">
      <SignedImage
        src={large(template.coverImage)}
        alt={t.cover(name)}
        className="detail-cover fill"
      />
      <div className="detail-text">
        <h1 tabIndex={-1}>{name}</h1>
        {subtitle && <p className="detail-subtitle">{subtitle}</p>}
        {template.suspended && (
          <p className="suspended" role="status">
            <strong>{visitor.suspended}</strong>
            {t.suspendedHint}
          </p>
        )}
        <dl className="facts">
          <Fact name={t.cost}>{visitor.credits(template.costCredits)}</Fact>
          {template.averageSec > 0 && (
            <Fact name={t.duration}>{visitor.about(template.averageSec)}</Fact>
          )}
          <Fact name={t.audience}>{template.vipOnly ? t.members : t.everyone}</Fact>
          {model && <Fact name={t.model}>{model}</Fact>}
          {template.publishTime !== null && (
            <Fact name={t.publishedAt}>{dayOf(template.publishTime)}</Fact>
          )}
        </dl>
        {children}
        <FeedbackButton invoke={invoke} templateId={template._id} firstTopic="content">
          {t.report}
        </FeedbackButton>
        {description && (
          <section>
            <h2>{t.description}</h2>
            <p className="detail-description">{description}</p>
          </section>
        )}
      </div>
      {beforeImage && afterImage && (
        <section className="detail-wide">
          <h2>{t.beforeAfter}</h2>
          <div className="before-after">
            <BeforeAfter before={large(beforeImage)} after={large(afterImage)} />
          </div>
        </section>
      )}
      {video && (
        <section className="detail-wide">
          <h2>{t.video}</h2>
          <TemplateVideo video={video} name={name} onRenew={onRenew} />
        </section>
      )}
      {sampleImages.length > 0 && (
        <section className="detail-wide">
          <h2>{t.samples}</h2>
          <ul className="samples">
            {sampleImages.map((src, index) => (
              <li key={src}>
                <ZoomableImage
                  src={src}
                  alt={t.sample(index + 1)}
                  className="fill"
                  siblings={sampleImages.map((one, at) => ({
                    src: one,
                    name: t.sample(at + 1),
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
        <p>{t.videoFailed}</p>
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
      aria-label={t.videoOf(name)}
      style={width > 0 && height > 0 ? { aspectRatio: `${width} / ${height}` } : undefined}
      onError={() => setFailed(true)}
    >
      {t.videoUnsupported}
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
