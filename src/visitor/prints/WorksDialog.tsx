import '../works/works.css';
import { MOST_PRINT_PHOTOS } from '#contract/constants.ts';
import type { VisitorTask } from '#contract/visitorTask.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { visitorPrints as t } from '#i18n/zh/visitorPrints.ts';
import { visitorWorks } from '#i18n/zh/visitorWorks.ts';
import { SignedImage } from '../../shared/SignedImage.tsx';
import { Dialog } from '../Dialog.tsx';
import { Failure } from '../Failure.tsx';
import { CheckIcon } from '../icons.tsx';
import { ListEnd } from '../ListEnd.tsx';
import type { PagedList } from '../pagedList.ts';
import { isVideo } from '../task/outputs.ts';
import { usePagedList } from '../usePagedList.ts';

interface WorksDialogProps {
  list: PagedList<VisitorTask>;
  /** Paths of the photos of the order. */
  chosen: string[];
  onChoose: (chosen: string[]) => void;
  onClose: () => void;
}

/** The visitor's pictures, to be put into the order and taken out; its last one stays. */
export const WorksDialog = ({ list, chosen, onChoose, onClose }: WorksDialogProps) => {
  const { state, retry } = usePagedList(list);
  const pictures = state.items
    .filter(({ erasedTime }) => erasedTime === null)
    .flatMap(({ templateName, outputs }) =>
      outputs
        .filter(output => !isVideo(output))
        .map(({ filePath }, at) => ({
          filePath,
          name: t.work(templateName || visitorWorks.unnamed, at + 1),
        })),
    );
  const isFull = chosen.length >= MOST_PRINT_PHOTOS;
  return (
    <Dialog title={t.chooseWorks} onClose={onClose}>
      {state.status === 'loading' && <p role="status">{visitor.loading}</p>}
      {state.status === 'failed' && <Failure message={state.message} onRetry={retry} />}
      {state.more === 'end' && pictures.length === 0 && <p>{t.noWorks}</p>}
      {isFull && <p role="status">{t.mostPhotos(MOST_PRINT_PHOTOS)}</p>}
      <ul className="print-choices">
        {pictures.map(({ filePath, name }) => {
          const isChosen = chosen.includes(filePath);
          return (
            <li key={filePath}>
              <label className="card work-choice">
                <input
                  type="checkbox"
                  className="visually-hidden"
                  aria-label={name}
                  checked={isChosen}
                  disabled={isChosen ? chosen.length === 1 : isFull}
                  onChange={() =>
                    onChoose(
                      isChosen ? chosen.filter(path => path !== filePath) : [...chosen, filePath],
                    )
                  }
                />
                <span className="card-cover work-cover">
                  <SignedImage src={filePath} className="fill" />
                  <span className="work-check">{isChosen && <CheckIcon />}</span>
                </span>
              </label>
            </li>
          );
        })}
      </ul>
      {pictures.length > 0 && (
        <ListEnd state={state} list={list} found={t.works(pictures.length)} isQuiet />
      )}
      <div className="dialog-actions">
        <button type="button" className="button button-accent" onClick={onClose}>
          {t.chosen(chosen.length)}
        </button>
      </div>
    </Dialog>
  );
};
