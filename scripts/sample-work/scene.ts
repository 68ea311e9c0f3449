import { readFileSync } from 'node:fs';

/** Drawn at 1600 × 1000 pixels. */
export interface Scene {
  name: string;
  ground: string;
  css?: string;
  body: string;
}

const readFont = (file: string) =>
  readFileSync(`node_modules/@fontsource-variable/alexandria/files/${file}`).toString('base64');

const buildFontFace = (file: string, range: string) =>
  `@font-face{font-family:Alexandria;font-weight:100 900;src:url(data:font/woff2;base64,${readFont(file)}) format('woff2');unicode-range:${range}}`;

const faces =
  buildFontFace('alexandria-arabic-wght-normal.woff2', 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFF') +
  buildFontFace('alexandria-latin-wght-normal.woff2', 'U+0000-00FF,U+2000-206F,U+20AC');

const css = `${faces}
*{margin:0;box-sizing:border-box}
body{width:1600px;height:1000px;overflow:hidden;position:relative;font:400 20px/1.5 Alexandria,sans-serif;-webkit-font-smoothing:antialiased}
.device{position:absolute;overflow:hidden;background:#fff;color:#1c2430}
.phone{width:390px;height:820px;border-radius:58px;border:11px solid #0d1117;box-shadow:0 0 0 2px #3a4250,0 50px 80px -30px rgb(0 0 0/.5)}
.phone::before{content:'';position:absolute;top:13px;left:50%;width:104px;height:28px;margin-left:-52px;border-radius:20px;background:#0d1117;z-index:9}
.phone .bar{display:flex;justify-content:space-between;padding:15px 30px 0;font-size:15px;font-weight:600;height:52px;direction:ltr}
.phone .bar i{width:26px;height:12px;border:2px solid currentColor;border-radius:4px;margin-top:5px}
.browser{border-radius:18px;box-shadow:0 60px 90px -40px rgb(0 0 0/.45),0 0 0 1px rgb(0 0 0/.08)}
.browser>.chrome{height:50px;background:#eceae6;display:flex;align-items:center;gap:9px;padding:0 20px;direction:ltr}
.browser>.chrome i{width:13px;height:13px;border-radius:50%;background:#cdc9c1}
.browser>.chrome b{margin:0 auto;width:420px;text-align:center;background:#fff;border-radius:9px;font-weight:400;font-size:15px;padding:4px;color:#6a675f}
.tablet{border-radius:38px;border:20px solid #14171d;box-shadow:0 0 0 2px #3a4250,0 60px 90px -40px rgb(0 0 0/.5)}
`;

export const renderScene = ({ ground, css: own = '', body }: Scene): string =>
  `<!doctype html><html><meta charset="utf-8"><style>${css}${own}</style><body style="background:${ground}">${body}</body></html>`;

type Direction = 'rtl' | 'ltr';
interface Place {
  left: number;
  top: number;
  turn?: number;
  scale?: number;
}

const placeAt = ({ left, top, turn = 0, scale = 1 }: Place) =>
  `left:${left}px;top:${top}px;transform:rotate(${turn}deg) scale(${scale})`;

export const drawPhone = (place: Place, dir: Direction, screen: string, tint = '#fff'): string =>
  `<div class="device phone" dir="${dir}" style="${placeAt(place)};background:${tint}"><div class="bar"><span>9:41</span><i></i></div>${screen}</div>`;

export const drawBrowser = (
  place: Place & { width: number; height: number },
  dir: Direction,
  address: string,
  screen: string,
): string =>
  `<div class="device browser" style="${placeAt(place)};width:${place.width}px;height:${place.height}px"><div class="chrome"><i></i><i></i><i></i><b>${address}</b></div><div dir="${dir}" style="height:100%;position:relative">${screen}</div></div>`;

export const drawTablet = (place: Place & { width: number; height: number }, dir: Direction, screen: string): string =>
  `<div class="device tablet" dir="${dir}" style="${placeAt(place)};width:${place.width}px;height:${place.height}px">${screen}</div>`;
