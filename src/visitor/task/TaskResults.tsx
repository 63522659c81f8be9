import { useState } from 'react';
import { DAY_MS } from '#contract/shanghai.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { task as texts } from '#i18n/zh/visitor/task.ts';
import { BeforeAfter } from '../../shared/BeforeAfter.tsx';
import { withStyle } from '../../shared/imageStyle.ts';
import { PictureViewer } from '../../shared/PictureViewer.tsx';
import { saveFile } from '../../shared/saveFile.ts';
import { useSystemSettings } from '../../shared/settings.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { useSignedUrls } from '../../shared/SignedUrlsProvider.tsx';
import { lastDay } from '../../shared/time.ts';
import { FailureText } from '../Failure.tsx';
import { failureMessage } from '../failureMessage.ts';
import { FeedbackButton } from '../FeedbackButton.tsx';
import { Link } from '../Link.tsx';
import { newPrintAddress } from '../location.ts';
import { pictureExtensions } from '../pictureExtensions.ts';
import { useAct } from '../useAct.ts';
import { makeAgain } from './makeAgain.ts';
import { firstPhotoOf, isVideo, ratioOfOutput } from './outputs.ts';

export interface TaskResultsProps {
  invoke: Invoke;
  task: VisitorTask;
  onTask: (task: VisitorTask) => void;
}

/** The results, and what can be done with them. A video is named only: nothing has put the mark into it. */
export const TaskResults = ({ invoke, task, onTask }: TaskResultsProps) => {
  const [chosen, setChosen] = useState(0);
  const { expireTime } = task;
  const pictures = task.outputs.filter(output => !isVideo(output));
  const at = Math.min(chosen, pictures.length - 1);
  const picture = pictures[at];
  return (
    <div className="results-task">
      <div className="gallery">
        {picture && <Gallery task={task} pictures={pictures} at={at} onChoose={setChosen} />}
        {pictures.length < task.outputs.length && <p role="note">{texts.video}</p>}
      </div>
      <div className="results-about">
        <div className="task-actions">
          {picture && <DownloadButton task={task} path={picture.filePath} number={at + 1} />}
          <button type="button" className="button" onClick={() => makeAgain(task)}>
            {texts.again}
          </button>
          {picture && (
            <Link className="button" href={newPrintAddress([picture.filePath])}>
              {texts.print}
            </Link>
          )}
          <FeedbackButton invoke={invoke} taskId={task._id} className="button">
            {texts.feedback}
          </FeedbackButton>
        </div>
        {picture && <p className="hint download-hint">{texts.downloadHint}</p>}
        {expireTime !== null && <Expiry at={expireTime} />}
        <Rating invoke={invoke} task={task} onTask={onTask} />
      </div>
    </div>
  );
};

interface GalleryProps {
  task: VisitorTask;
  pictures: VisitorTask['outputs'];
  /** The one that is shown. */
  at: number;
  onChoose: (at: number) => void;
}

/** The pictures, beside the photo that they were made from. */
const Gallery = ({ task, pictures, at, onChoose }: GalleryProps) => {
  const { imageStyles, site } = useSystemSettings();
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const picture = pictures[at];
  if (!picture) return null;
  const { filePath } = picture;
  const ratio = ratioOfOutput(picture);
  const photo = firstPhotoOf(task);
  const large = withStyle(filePath, 'runninghubreturnsimages', imageStyles);
  return (
    <>
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
      {pictures.length > 1 && (
        <ul className="gallery-list" aria-label={texts.results}>
          {pictures.map((one, index) => (
            <li key={one.filePath}>
              <button
                type="button"
                aria-label={texts.result(index + 1)}
                aria-current={index === at ? 'true' : undefined}
                onClick={() => onChoose(index)}
              >
                <SignedImage src={one.filePath} className="fill" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <PictureViewer
        pictures={pictures.map((one, index) => ({
          src: one.filePath,
          name: texts.result(index + 1),
        }))}
        at={enlarged}
        onMove={setEnlarged}
        onClose={() => setEnlarged(null)}
      />
    </>
  );
};

const Expiry = ({ at }: { at: number }) => {
  const [now] = useState(Date.now);
  return <p>{texts.expires(Math.ceil((at - now) / DAY_MS), lastDay(at))}</p>;
};

/** What no file system takes in a name. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Saves what is at the address as a file; a plain link to another origin would open it instead.
 * @param name without extension
 */
const savePicture = async (url: string, name: string): Promise<void> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`storage answered ${answer.status}`);
  const blob = await answer.blob();
  saveFile(blob, `${name.replace(FORBIDDEN, '_')}.${pictureExtensions[blob.type] ?? 'jpg'}`);
};

interface DownloadButtonProps {
  task: VisitorTask;
  path: string;
  /** Which of the pictures, from 1. */
  number: number;
}

/** Saves the picture with its mark. */
const DownloadButton = ({ task, path, number }: DownloadButtonProps) => {
  const { imageStyles } = useSystemSettings();
  const signedUrls = useSignedUrls();
  const { templateName, taskNo } = task;
  const save = async () => {
    const marked = withStyle(path, 'download', imageStyles);
    const url = await signedUrls.get(marked, { retries: 1 });
    await savePicture(url, texts.fileName(templateName, taskNo, number));
  };
  const { busy, message, run } = useAct(save, () => texts.downloadFailed);
  return (
    <>
      <button type="button" className="button button-accent" onClick={() => run()}>
        {busy ? texts.downloading : texts.download}
      </button>
      <FailureText message={message} />
    </>
  );
};

interface RatingProps {
  invoke: Invoke;
  task: VisitorTask;
  onTask: (task: VisitorTask) => void;
}

const STARS = [1, 2, 3, 4, 5];

/** One to five stars; may be changed later. */
const Rating = ({ invoke, task, onTask }: RatingProps) => {
  /** What the visitor chose, until it is stored. */
  const [wanted, setWanted] = useState<number | null>();
  const [failure, setFailure] = useState('');
  const shown = (wanted === undefined ? task.rating : wanted) ?? 0;

  const rate = async (rating: number | null) => {
    setWanted(rating);
    setFailure('');
    try {
      onTask(await invoke('appTask', 'rateTask', { id: task._id, rating }));
    } catch (error) {
      setFailure(failureMessage(error));
    }
    setWanted(now => (now === rating ? undefined : now));
  };

  return (
    <fieldset className="rating">
      <legend>{texts.rate}</legend>
      <div className="stars">
        {STARS.map(count => (
          <label key={count} className="star" data-filled={count <= shown}>
            <input
              type="radio"
              name="rating"
              value={count}
              checked={shown === count}
              aria-label={texts.stars(count)}
              onChange={() => void rate(count)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="m12 3 2.7 5.7 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1L6.4 20l1.2-6.2L3 9.5l6.3-.8z" />
            </svg>
          </label>
        ))}
      </div>
      {failure ? (
        <FailureText message={failure} />
      ) : (
        <p className="hint" role="status">
          {task.rating !== null && texts.rated}
        </p>
      )}
      {task.rating !== null && (
        <button type="button" className="button" onClick={() => void rate(null)}>
          {texts.unrate}
        </button>
      )}
    </fieldset>
  );
};
