import { useState } from 'react';
import { DAY_MS } from '#contract/shanghai.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { BeforeAfter } from '../../shared/BeforeAfter.tsx';
import { withStyle } from '../../shared/imageStyle.ts';
import { PictureViewer } from '../../shared/PictureViewer.tsx';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { useSignedUrls } from '../../shared/SignedUrlsProvider.tsx';
import { dayOf } from '../../shared/time.ts';
import { Link } from '../Link.tsx';
import { newPrintAddress } from '../location.ts';
import { FeedbackButton } from './FeedbackButton.tsx';
import { makeAgain } from './makeAgain.ts';
import { firstPhotoOf, ratioOfOutput } from './photos.ts';
import { Rating } from './Rating.tsx';
import { saveFile } from './saveFile.ts';

export interface TaskResultsProps {
  invoke: Invoke;
  task: VisitorTask;
  onTask: (task: VisitorTask) => void;
}

/** The pictures, beside the photo that they were made from. */
export const TaskResults = ({ invoke, task, onTask }: TaskResultsProps) => {
  const { imageStyles, site } = useSystemSettings();
  const [chosen, setChosen] = useState(0);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { outputs, expireTime } = task;
  const at = Math.min(chosen, outputs.length - 1);
  const output = outputs[at];
  if (!output) return null;
  const { filePath } = output;
  const ratio = ratioOfOutput(output);
  const photo = firstPhotoOf(task);
  const large = withStyle(filePath, 'runninghubreturnsimages', imageStyles);
  return (
    <div className="results-task">
      <div className="gallery">
        <div
          className="gallery-picture"
          style={{ aspectRatio: ratio, width: `min(100%, calc(var(--gallery-height) * ${ratio}))` }}
        >
          {photo ? (
            <BeforeAfter
              key={filePath}
              before={withStyle(photo, 'userupload', imageStyles)}
              after={large}
              ratio={String(ratio)}
            />
          ) : (
            <SignedImage key={filePath} src={large} alt={texts.result(at + 1)} className="fill" />
          )}
        </div>
        <div className="gallery-line">
          <p className="hint">{site.aiNotice}</p>
          <button type="button" className="button" onClick={() => setEnlarged(at)}>
            {texts.enlarge}
          </button>
        </div>
        {outputs.length > 1 && (
          <ul className="gallery-list" aria-label={texts.results}>
            {outputs.map((one, index) => (
              <li key={one.filePath}>
                <button
                  type="button"
                  aria-label={texts.result(index + 1)}
                  aria-current={index === at ? 'true' : undefined}
                  onClick={() => setChosen(index)}
                >
                  <SignedImage src={one.filePath} className="fill" />
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="results-about">
        <div className="task-actions">
          <DownloadButton task={task} at={at} />
          <button type="button" className="button" onClick={() => makeAgain(task)}>
            {texts.again}
          </button>
          <Link className="button" href={newPrintAddress([filePath])}>
            {texts.print}
          </Link>
          <FeedbackButton invoke={invoke} taskId={task._id} />
        </div>
        <p className="hint download-hint">{texts.downloadHint}</p>
        {expireTime !== null && <Expiry at={expireTime} />}
        <Rating invoke={invoke} task={task} onTask={onTask} />
      </div>
      <PictureViewer
        pictures={outputs.map((one, index) => ({
          src: one.filePath,
          name: texts.result(index + 1),
        }))}
        at={enlarged}
        onMove={setEnlarged}
        onClose={() => setEnlarged(null)}
      />
    </div>
  );
};

const Expiry = ({ at }: { at: number }) => {
  const [now] = useState(Date.now);
  return <p>{texts.expires(Math.ceil((at - now) / DAY_MS), dayOf(at))}</p>;
};

/** Saves the picture with its mark. */
const DownloadButton = ({ task, at }: { task: VisitorTask; at: number }) => {
  const { imageStyles } = useSystemSettings();
  const signedUrls = useSignedUrls();
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle');
  const { outputs, templateName, taskNo } = task;
  const save = async () => {
    if (state === 'saving') return;
    setState('saving');
    try {
      const path = withStyle(outputs[at]?.filePath ?? '', 'download', imageStyles);
      const url = await signedUrls.get(path, { retries: 1 });
      await saveFile(url, texts.fileName(templateName, taskNo, at + 1));
      setState('idle');
    } catch (error) {
      console.error('picture not saved', error);
      setState('failed');
    }
  };
  return (
    <>
      <button type="button" className="button button-accent" onClick={() => void save()}>
        {state === 'saving' ? texts.downloading : texts.download}
      </button>
      {state === 'failed' && (
        <p className="failure" role="alert">
          {texts.downloadFailed}
        </p>
      )}
    </>
  );
};
