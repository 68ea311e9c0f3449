import { readFileSync } from 'node:fs';
import type { Shot } from './video';

const font = (file: string) => readFileSync(`node_modules/@fontsource-variable/alexandria/files/${file}`).toString('base64');

const face = (file: string, range: string) =>
  `@font-face{font-family:Alexandria;font-weight:100 900;src:url(data:font/woff2;base64,${font(file)}) format('woff2');unicode-range:${range}}`;

const faces = face('alexandria-arabic-wght-normal.woff2', 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFF')
  + face('alexandria-latin-wght-normal.woff2', 'U+0000-00FF,U+2000-206F');

/** The eight-pointed star of Cairo's mosques, as two turned squares. */
const star = (size: number) => `<svg width="${size}" height="${size}" viewBox="-50 -50 100 100" fill="none" stroke="#c9753d" stroke-width="1.2">
  ${[0, 22.5].map((turn) => `<g transform="rotate(${turn})"><rect x="-33" y="-33" width="66" height="66"/><rect x="-33" y="-33" width="66" height="66" transform="rotate(45)"/></g>`).join('')}
  <circle r="25"/></svg>`;

const css = `${faces}
*{margin:0;box-sizing:border-box}
main{width:1280px;height:720px;background:#141d30;color:#f6eddd;font:400 34px/1.7 Alexandria,'Noto Sans Mono',sans-serif;padding:84px 96px;position:relative;overflow:hidden}
.star{position:absolute;inset-inline-end:-130px;bottom:-130px;opacity:.34}
.count{position:absolute;top:44px;inset-inline-end:64px;font-size:22px;color:#c9753d;direction:ltr}
h1{font-size:58px;font-weight:650;line-height:1.35;max-width:1000px;margin-bottom:34px}
h1.alone{font-size:76px;margin-top:130px}
.rule{width:92px;height:6px;background:#c9753d;margin-bottom:30px}
.points{list-style:none;padding:0;display:grid;gap:20px}
.points li{display:flex;gap:24px;align-items:baseline}
.points li::before{content:'';width:15px;height:15px;flex:none;background:#d9a860;transform:rotate(45deg) translateY(-2px)}
h1,.rule,.points,pre,.count{z-index:1}
h1,.rule,.points,pre{position:relative}
pre{direction:ltr;text-align:left;background:#0a101d;border:1px solid #2e3a56;border-radius:16px;padding:26px 34px;font:400 27px/1.6 'DejaVu Sans Mono','Noto Sans Mono',monospace;color:#d9e6e4;margin-top:28px;max-width:1010px}
.hidden{visibility:hidden}`;

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** One still: the slide with as many of its parts as have been spoken of. */
export function slideHtml({ slide, shown, slideIndex }: Shot, count: number): string {
  const points = (slide.points ?? []).map((point, index) => `<li class="${index < shown ? '' : 'hidden'}">${escape(point)}</li>`).join('');
  const alone = !slide.points && !slide.code;
  return `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><style>${css}</style><body><main>
<div class="star">${star(620)}</div><div class="count">${slideIndex + 1} / ${count}</div>
<h1 class="${alone ? 'alone' : ''}">${escape(slide.title)}</h1><div class="rule"></div>
${points ? `<ul class="points">${points}</ul>` : ''}${slide.code ? `<pre class="${shown > 0 || slide.say.length === 1 ? '' : 'hidden'}">${escape(slide.code)}</pre>` : ''}</main></body></html>`;
}
