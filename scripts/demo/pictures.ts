import sharp from 'sharp';
import { createRandom, type Random } from './random.ts';

/** A picture in storage, drawn when it is stored. */
export interface DemoPicture {
  filePath: string;
  draw: () => Promise<Buffer>;
  /** Fields of its row that differ from those of a cover. */
  row?: object;
}

/** Width and height of a cover in pixels. */
export const COVER = { width: 900, height: 1_200 };

const hsl = (h: number, s: number, l: number, a = 1) =>
  `hsla(${Math.round((h + 360) % 360)},${Math.round(s)}%,${Math.round(l)}%,${a})`;

const { width: W, height: H } = COVER;

const sky = (hue: number, light: number) => `
  <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${hsl(hue, 62, light)}"/>
    <stop offset="0.62" stop-color="${hsl(hue + 28, 70, light + 20)}"/>
    <stop offset="1" stop-color="${hsl(hue + 48, 76, light + 30)}"/>
  </linearGradient></defs>
  <rect width="${W}" height="${H}" fill="url(#sky)"/>`;

/** A ridge of hills from left to right at about `y`. */
const ridge = (random: Random, y: number, rough: number, fill: string) => {
  const points = Array.from(
    { length: 9 },
    (_, at) => [(at * W) / 8, y + random.int(-rough, rough)] as const,
  );
  let path = `M0 ${H} L0 ${points[0]![1]}`;
  for (let at = 1; at < points.length; at += 1) {
    const [x0, y0] = points[at - 1]!;
    const [x1, y1] = points[at]!;
    const middle = (x0 + x1) / 2;
    path += ` C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}`;
  }
  return `<path d="${path} L${W} ${H} Z" fill="${fill}"/>`;
};

const disc = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const scatter = (
  random: Random,
  count: number,
  draw: (x: number, y: number, size: number) => string,
  top = 0,
  bottom = H,
) =>
  Array.from({ length: count }, () =>
    draw(random.int(0, W), random.int(top, bottom), random.next()),
  ).join('');

/** A generic person: head, hair and shoulders, without a face. */
const bust = (x: number, y: number, size: number, hue: number, hair: string, cloth: string) => `
  <g transform="translate(${x} ${y}) scale(${size})">
    <path d="M-190 330 C-180 150 -90 120 0 120 C90 120 180 150 190 330 Z" fill="${cloth}"/>
    <path d="M-52 60 h104 v86 c0 40 -104 40 -104 0 Z" fill="${hsl(hue, 46, 72)}"/>
    <ellipse cx="0" cy="0" rx="94" ry="116" fill="${hsl(hue, 52, 80)}"/>
    <path d="M-104 22 C-140 -174 140 -174 104 22 C96 -46 60 -70 0 -72 C-60 -70 -96 -46 -104 22 Z" fill="${hair}"/>
  </g>`;

const animal = (x: number, y: number, size: number, coat: string, inner: string) => `
  <g transform="translate(${x} ${y}) scale(${size})">
    <path d="M-150 380 C-170 120 -110 40 0 40 C110 40 170 120 150 380 Z" fill="${coat}"/>
    <path d="M-120 -60 L-104 -190 L-30 -118 Z M120 -60 L104 -190 L30 -118 Z" fill="${coat}"/>
    <path d="M-104 -84 L-96 -154 L-52 -114 Z M104 -84 L96 -154 L52 -114 Z" fill="${inner}"/>
    <ellipse cx="0" cy="-20" rx="136" ry="118" fill="${coat}"/>
    <ellipse cx="-50" cy="-28" rx="15" ry="19" fill="#1d1b22"/><ellipse cx="50" cy="-28" rx="15" ry="19" fill="#1d1b22"/>
    <circle cx="-45" cy="-34" r="5" fill="#fff"/><circle cx="55" cy="-34" r="5" fill="#fff"/>
    <path d="M-14 12 h28 l-14 16 Z" fill="${inner}"/>
    <path d="M0 28 c0 22 -30 26 -38 10 M0 28 c0 22 30 26 38 10" fill="none" stroke="#1d1b22" stroke-width="5" stroke-linecap="round"/>
  </g>`;

const scenes = {
  landscape: (random, hue) => `${sky(hue, 52)}
    ${disc(random.int(220, 680), random.int(260, 460), random.int(70, 120), hsl(hue + 40, 96, 88))}
    ${ridge(random, 640, 90, hsl(hue + 8, 34, 58, 0.75))}
    ${ridge(random, 760, 80, hsl(hue, 38, 46, 0.9))}
    ${ridge(random, 900, 70, hsl(hue - 10, 42, 34))}
    ${ridge(random, 1050, 40, hsl(hue - 16, 46, 24))}
    ${scatter(random, 60, (x, y, s) => `<circle cx="${x}" cy="${y}" r="${3 + s * 6}" fill="${hsl(hue + 60, 90, 86, 0.75)}"/>`, 500, 1180)}`,
  ink: (random, hue) => `
    <rect width="${W}" height="${H}" fill="${hsl(42, 38, 92)}"/>
    ${disc(random.int(560, 720), random.int(220, 320), 92, hsl(hue, 66, 56, 0.92))}
    ${ridge(random, 560, 150, 'hsla(210,12%,40%,0.26)')}
    ${ridge(random, 700, 130, 'hsla(212,14%,30%,0.42)')}
    ${ridge(random, 900, 90, 'hsla(214,18%,20%,0.72)')}
    <path d="M0 ${H} V980 C260 940 420 1030 900 960 V${H} Z" fill="hsla(42,38%,92%,0.55)"/>
    ${scatter(random, 7, (x, y, s) => `<path d="M${x} ${y} q14 -16 28 0 q14 -16 28 0" fill="none" stroke="hsl(214,20%,24%)" stroke-width="${3 + s * 2}"/>`, 180, 460)}
    <path d="M90 ${H} C120 900 60 760 190 560 M130 900 C190 860 220 800 216 740" fill="none" stroke="hsl(20,16%,20%)" stroke-width="13" stroke-linecap="round"/>
    ${Array.from({ length: 26 }, () => disc(random.int(60, 330), random.int(500, 820), random.int(8, 17), hsl(hue, 70, random.int(58, 74), 0.9))).join('')}
    <rect x="760" y="1010" width="64" height="64" rx="6" fill="hsl(4,66%,48%)"/><path d="M776 1028h32M792 1028v30M776 1058h32" stroke="#fff" stroke-width="5"/>`,
  city: (random, hue) => `
    <defs><linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hsl(hue, 52, 12)}"/><stop offset="1" stop-color="${hsl(hue + 50, 66, 36)}"/></linearGradient></defs>
    <rect width="${W}" height="${H}" fill="url(#night)"/>
    ${scatter(random, 70, (x, y, s) => disc(x, y, 1 + s * 2, 'rgba(255,255,255,0.8)'), 0, 420)}
    ${Array.from({ length: 13 }, (_, at) => {
      const x = at * 72 - 12;
      const top = random.int(330, 760);
      const windows = Array.from({ length: 26 }, () =>
        random.chance(0.62)
          ? `<rect x="${x + random.int(0, 3) * 16 + 6}" y="${top + 20 + random.int(0, 16) * 24}" width="9" height="13" fill="${hsl(random.pick([46, hue + 60, hue + 160]), 92, 70, 0.9)}"/>`
          : '',
      ).join('');
      return `<rect x="${x}" y="${top}" width="${random.int(56, 84)}" height="${1010 - top}" fill="${hsl(hue, 40, random.int(9, 20))}"/>${windows}`;
    }).join('')}
    <rect y="1000" width="${W}" height="200" fill="${hsl(hue, 46, 9)}"/>
    ${Array.from({ length: 34 }, () => `<rect x="${random.int(0, W)}" y="${random.int(1010, 1180)}" width="${random.int(30, 150)}" height="4" rx="2" fill="${hsl(random.pick([hue + 60, hue + 150, 44]), 92, 64, 0.5)}"/>`).join('')}`,
  anime: (random, hue) => `${sky(hue, 64)}
    ${Array.from({ length: 5 }, () => {
      const x = random.int(0, W);
      const y = random.int(120, 420);
      return `<g fill="rgba(255,255,255,0.92)">${disc(x, y, 62, '#fff')}${disc(x + 66, y + 14, 48, '#fff')}${disc(x - 62, y + 16, 44, '#fff')}${disc(x + 14, y - 34, 50, '#fff')}</g>`;
    }).join('')}
    ${ridge(random, 900, 50, hsl(hue + 250, 52, 62))}
    ${ridge(random, 1020, 40, hsl(hue + 256, 54, 50))}
    ${bust(450, 700, 1.35, 24, hsl(hue + 200, 62, 34), hsl(hue + 180, 70, 96))}
    <path d="M390 1010 l60 -46 l60 46 l-60 34 Z" fill="${hsl(hue + 180, 76, 54)}"/>`,
  portrait: (random, hue) => `
    <defs><radialGradient id="light" cx="0.5" cy="0.36" r="0.85"><stop offset="0" stop-color="${hsl(hue, 26, 78)}"/><stop offset="1" stop-color="${hsl(hue, 34, 30)}"/></radialGradient></defs>
    <rect width="${W}" height="${H}" fill="url(#light)"/>
    ${bust(450, 520, 1.75, random.int(20, 28), hsl(20, 26, random.int(10, 22)), hsl(hue + 10, 32, 22))}
    <path d="M450 760 L398 742 L450 980 L502 742 Z" fill="#f6f4ef"/><path d="M450 782 l-24 24 l24 150 l24 -150 Z" fill="${hsl(hue + 180, 52, 42)}"/>`,
  family: (random, hue) => `${sky(hue, 70)}
    ${disc(700, 220, 90, hsl(46, 96, 82))}
    ${ridge(random, 860, 50, hsl(110, 36, 58))}${ridge(random, 1000, 30, hsl(112, 38, 46))}
    ${bust(260, 640, 1.05, 24, hsl(22, 30, 18), hsl(hue + 170, 52, 46))}
    ${bust(640, 650, 1.02, 26, hsl(16, 42, 26), hsl(hue + 20, 66, 62))}
    ${bust(450, 830, 0.82, 27, hsl(24, 36, 22), hsl(46, 88, 62))}`,
  festival: (random, hue) => `
    <defs><radialGradient id="warm" cx="0.5" cy="0.3" r="0.9"><stop offset="0" stop-color="${hsl(hue + 16, 84, 48)}"/><stop offset="1" stop-color="${hsl(hue, 78, 20)}"/></radialGradient></defs>
    <rect width="${W}" height="${H}" fill="url(#warm)"/>
    ${disc(450, 420, 210, hsl(46, 92, 78, 0.95))}${disc(450, 420, 260, hsl(46, 92, 78, 0.16))}
    ${[150, 450, 750]
      .map((x, at) => {
        const y = 720 + (at % 2) * 110;
        return `<path d="M${x} 0 V${y - 110}" stroke="${hsl(44, 70, 60)}" stroke-width="4"/><rect x="${x - 40}" y="${y - 122}" width="80" height="20" rx="6" fill="${hsl(44, 84, 58)}"/><ellipse cx="${x}" cy="${y}" rx="112" ry="102" fill="${hsl(hue + 2, 86, 46)}"/><path d="M${x - 56} ${y - 88} q-40 88 0 176 M${x + 56} ${y - 88} q40 88 0 176 M${x} ${y - 102} v204" stroke="${hsl(44, 88, 62, 0.75)}" stroke-width="4" fill="none"/><rect x="${x - 36}" y="${y + 98}" width="72" height="18" rx="6" fill="${hsl(44, 84, 58)}"/><path d="M${x - 22} ${y + 116} v70 M${x} ${y + 116} v88 M${x + 22} ${y + 116} v70" stroke="${hsl(44, 84, 58)}" stroke-width="5"/>`;
      })
      .join('')}
    ${scatter(random, 90, (x, y, s) => `<rect x="${x}" y="${y}" width="${4 + s * 8}" height="${4 + s * 8}" transform="rotate(${s * 90} ${x} ${y})" fill="${hsl(44, 92, 66, 0.75)}"/>`)}`,
  pet: (random, hue) => `
    <rect width="${W}" height="${H}" fill="${hsl(hue, 62, 84)}"/>
    ${scatter(random, 26, (x, y, s) => `<g transform="translate(${x} ${y}) rotate(${s * 360})" fill="${hsl(hue, 56, 76)}"><ellipse rx="20" ry="16"/><circle cx="-22" cy="-20" r="8"/><circle cx="-7" cy="-28" r="8"/><circle cx="9" cy="-28" r="8"/><circle cx="23" cy="-20" r="8"/></g>`)}
    ${disc(450, 640, 380, hsl(hue, 70, 93))}
    ${animal(450, 620, 1.7, hsl(random.pick([28, 32, 210, 40]), random.int(16, 56), random.int(46, 74)), hsl(350, 62, 78))}
    <path d="M330 800 q120 66 240 0" fill="none" stroke="${hsl(hue + 180, 66, 52)}" stroke-width="24" stroke-linecap="round"/>${disc(450, 846, 24, hsl(46, 92, 60))}`,
  id: (random, hue) => `
    <rect width="${W}" height="${H}" fill="${random.pick([hsl(212, 66, 56), hsl(0, 0, 96), hsl(2, 66, 52), hsl(206, 60, 64)])}"/>
    ${bust(450, 540, 1.8, random.int(21, 28), hsl(22, 22, random.int(10, 18)), hsl(hue, 18, 22))}
    <path d="M450 800 L376 760 L450 1010 L524 760 Z" fill="#fff"/><path d="M376 760 L300 900 L420 1120 L450 1010 Z M524 760 L600 900 L480 1120 L450 1010 Z" fill="${hsl(hue, 20, 30)}"/>`,
  food: (random, hue) => `
    <defs><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${hsl(hue, 30, 94)}"/><stop offset="1" stop-color="${hsl(hue, 34, 80)}"/></linearGradient></defs>
    <rect width="${W}" height="${H}" fill="url(#wall)"/><rect y="840" width="${W}" height="360" fill="${hsl(28, 36, 66)}"/>
    ${Array.from({ length: 7 }, (_, at) => `<path d="M0 ${880 + at * 48} q${W / 2} ${random.int(-14, 14)} ${W} 0" stroke="${hsl(26, 34, 56, 0.5)}" stroke-width="4" fill="none"/>`).join('')}
    <ellipse cx="450" cy="930" rx="250" ry="40" fill="rgba(40,26,14,0.26)"/>
    <rect x="290" y="420" width="320" height="500" rx="46" fill="${hsl(hue + 170, 44, 40)}"/><rect x="290" y="420" width="110" height="500" rx="46" fill="rgba(255,255,255,0.14)"/>
    <rect x="350" y="330" width="200" height="110" rx="22" fill="${hsl(hue + 170, 30, 26)}"/><rect x="330" y="560" width="240" height="210" rx="12" fill="${hsl(hue, 40, 95)}"/>
    ${disc(450, 640, 46, hsl(hue + 170, 50, 56))}<rect x="380" y="710" width="140" height="12" rx="6" fill="${hsl(hue, 20, 60)}"/><rect x="404" y="736" width="92" height="10" rx="5" fill="${hsl(hue, 20, 72)}"/>`,
} satisfies Record<string, (random: Random, hue: number) => string>;
export type Scene = keyof typeof scenes;

/** Width and height of a category's picture in pixels. */
export const SQUARE = { width: 360, height: 360 };

/** The middle of a picture of our own, for a category. JPEG. */
export const drawSquare = async (scene: Scene, seed: number): Promise<Buffer> =>
  sharp(await drawCover(scene, seed))
    .resize({ ...SQUARE, fit: 'cover' })
    .jpeg({ quality: 82, mozjpeg: false })
    .toBuffer();

/** A picture of our own for a template, always the same for one seed. JPEG. */
export const drawCover = async (scene: Scene, seed: number): Promise<Buffer> => {
  const random = createRandom(seed * 7_919 + 13);
  const hues: Partial<Record<Scene, number[]>> = {
    festival: [352, 4, 12, 340],
    ink: [350, 8, 20, 338],
    portrait: [214, 28, 190, 260],
    food: [36, 150, 200, 330],
    city: [228, 246, 262, 288],
    anime: [196, 208, 222, 328],
  };
  const hue = random.pick(hues[scene] ?? [12, 44, 96, 160, 196, 218, 262, 318]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${scenes[scene](random, hue)}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82, mozjpeg: false }).toBuffer();
};
