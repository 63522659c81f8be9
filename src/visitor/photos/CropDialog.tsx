import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { making } from '#i18n/zh/visitor/making.ts';
import { Dialog } from '../Dialog.tsx';
import { type Area, largestArea, moved, zoomed } from './crop.ts';
import type { OpenPicture } from './openPicture.ts';
import './photos.css';

export interface CropDialogProps {
  picture: Pick<OpenPicture, 'url' | 'width' | 'height'>;
  /** Width by height. */
  ratio: number;
  /** What is shown first; the largest area otherwise. */
  from?: Area;
  /** Pixels of the shorter side that must remain. */
  leastSide: number;
  onUse: (area: Area) => void;
  onClose: () => void;
}

/** Without this much, a face is a stain. */
const LEAST_SIDE = 320;
const KEY_STEP = 0.03;
const KEY_ZOOM = 1.1;

interface Point {
  x: number;
  y: number;
}
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The picture moves and grows under a frame of the wanted ratio. */
export const CropDialog = ({
  picture,
  ratio,
  from,
  leastSide,
  onUse,
  onClose,
}: CropDialogProps) => {
  const [area, setArea] = useState(() => from ?? largestArea(picture, ratio));
  const frame = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
  const least = Math.max(leastSide, LEAST_SIDE);

  const zoom = (factor: number) => setArea(now => zoomed(now, factor, picture, least));
  /** By shares of the frame. */
  const move = (dx: number, dy: number) =>
    setArea(now => moved(now, dx * now.width, dy * now.height, picture));

  useEffect(() => {
    const element = frame.current;
    // React's own handler may not keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY / 500);
      setArea(now => zoomed(now, factor, picture, least));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [picture, least]);

  const onPointerDown = (event: PointerEvent) => {
    frame.current?.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    const size = frame.current?.getBoundingClientRect();
    if (!before || !size) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, now);
    // Each of two fingers moves the middle between them by half.
    const share = 1 / (1 + others.length);
    const across = ((before.x - now.x) / size.width) * share;
    move(across, ((before.y - now.y) / size.height) * share);
    const other = others[0]?.[1];
    if (other && distance(before, other) > 0) zoom(distance(now, other) / distance(before, other));
  };
  const onPointerUp = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  const onKeyDown = (event: KeyboardEvent) => {
    const act = {
      ArrowLeft: () => move(-KEY_STEP, 0),
      ArrowRight: () => move(KEY_STEP, 0),
      ArrowUp: () => move(0, -KEY_STEP),
      ArrowDown: () => move(0, KEY_STEP),
      '+': () => zoom(KEY_ZOOM),
      '=': () => zoom(KEY_ZOOM),
      '-': () => zoom(1 / KEY_ZOOM),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const most = largestArea(picture, ratio);
  const zoomNow = most.width / area.width;
  const zoomMost = most.width / zoomed(most, Infinity, picture, least).width;
  return (
    <Dialog title={making.crop} onClose={onClose}>
      <div
        ref={frame}
        className="crop-frame"
        style={{ aspectRatio: ratio, width: `min(100%, calc(56vh * ${ratio}))` }}
        role="application"
        tabIndex={0}
        aria-label={making.cropFrame}
        aria-describedby="crop-hint"
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onKeyDown={onKeyDown}
      >
        <img
          src={picture.url}
          alt=""
          draggable={false}
          style={{
            width: `${(picture.width / area.width) * 100}%`,
            height: `${(picture.height / area.height) * 100}%`,
            left: `${(-area.x / area.width) * 100}%`,
            top: `${(-area.y / area.height) * 100}%`,
          }}
        />
      </div>
      {zoomMost > 1.05 && (
        <label className="crop-zoom">
          {making.zoom}
          <input
            type="range"
            min={1}
            max={zoomMost}
            step={0.01}
            value={zoomNow}
            onChange={({ target }) => zoom(Number(target.value) / zoomNow)}
          />
        </label>
      )}
      <p id="crop-hint" className="hint">
        {making.cropHint}
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {making.cancel}
        </button>
        <button type="button" className="button button-accent" onClick={() => onUse(area)}>
          {making.useCrop}
        </button>
      </div>
    </Dialog>
  );
};
