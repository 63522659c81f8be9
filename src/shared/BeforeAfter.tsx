import { useState } from 'react';
import { Handle, HandleRoot, Item, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import { pictures } from '#i18n/zh/pictures.ts';
import { SignedImage } from './SignedImage.tsx';
import './BeforeAfter.css';

export interface BeforeAfterProps {
  /** Paths of ours, with or without a style suffix. */
  before: string;
  after: string;
  /** CSS ratio of the frame. */
  ratio?: string;
}

const MIDDLE = 50;

/** Two pictures in one frame with a handle between them, for the pointer, a finger and the arrow keys. */
export const BeforeAfter = ({ before, after, ratio = '3 / 4' }: BeforeAfterProps) => {
  const [percent, setPercent] = useState(MIDDLE);
  const slider = useReactCompareSlider({
    defaultPosition: MIDDLE,
    onPositionChange: position => setPercent(Math.round(position)),
    // Vertical scrolling must still work over the picture.
    onlyHandleDraggable: false,
  });
  if (!before || !after) return null;
  return (
    <div className="before-after-frame">
      <Provider {...slider}>
        <Root style={{ aspectRatio: ratio, width: '100%' }}>
          <Item item="itemOne">
            <SignedImage src={before} alt={pictures.before} width="100%" height="100%" />
          </Item>
          <Item item="itemTwo">
            <SignedImage src={after} alt={pictures.after} width="100%" height="100%" />
          </Item>
          <HandleRoot
            aria-label={pictures.compare}
            aria-valuenow={percent}
            aria-valuetext={pictures.comparedAt(percent)}
          >
            <Handle buttonStyle={{ width: '2.5rem', height: '2.5rem', gap: '0.25rem' }} />
          </HandleRoot>
        </Root>
      </Provider>
      <span className="before-after-label" aria-hidden>
        {pictures.before}
      </span>
      <span className="before-after-label" data-side="after" aria-hidden>
        {pictures.after}
      </span>
    </div>
  );
};
