import { renderInlineCode } from './code-html';
import { renderFigure } from './figures';
import type { Shot, Video } from './sample-video';
import { css } from './slide-style';

const drawSquares = (half: number) =>
  [0, 45]
    .map(
      (turn) =>
        `<rect x="${-half}" y="${-half}" width="${half * 2}" height="${half * 2}" transform="rotate(${turn})"/>`,
    )
    .join('');

/** The eight-pointed star of Cairo's mosques. */
const star = `<svg viewBox="-210 -210 420 420"><g fill="#1f2b45">${drawSquares(146)}</g><g fill="none" stroke="#c9753d" stroke-width="3">${drawSquares(146)}</g>
<g fill="#2a2630">${drawSquares(104)}</g><g fill="none" stroke="#d9a860" stroke-width="2">${drawSquares(104)}</g><circle r="86" fill="#141d30" stroke="#c9753d" stroke-width="3"/></svg>`;

const corner =
  '<svg class="ornament" style="left:-92px;bottom:-92px" width="250" height="250" viewBox="-125 -125 250 250"><g fill="#1a243b">' +
  `${drawSquares(84)}</g><g fill="none" stroke="#4a3a3a" stroke-width="2.5">${drawSquares(84)}${drawSquares(58)}</g></svg>`;

function renderOpening({ slide }: Shot, lesson: string): string {
  return `<div class="number">${star}<b>${Number.parseInt(lesson, 10)}</b></div><div class="opening"><h1>${renderInlineCode(slide.title)}</h1><div class="rule"></div>
${slide.lead ? `<p>${renderInlineCode(slide.lead)}</p>` : ''}</div>`;
}

export function renderSlide(shot: Shot, { slides, lesson }: Video): string {
  const steps = slides.map((_, index) => `<i class="${index <= shot.slideIndex ? 'done' : ''}"></i>`).join('');
  const head = `<div class="head"><span>${shot.slideIndex > 0 ? renderInlineCode(slides[0]?.title ?? '') : ''}</span><span class="steps">${steps}</span></div>`;
  const isOpening = shot.slideIndex === 0;
  return `<!doctype html><html lang="ar" dir="rtl"><meta charset="utf-8"><style>${css}</style><body><main>${isOpening ? '' : corner}${head}
${isOpening ? renderOpening(shot, lesson) : `<h1>${renderInlineCode(shot.slide.title)}</h1><div class="figure">${renderFigure(shot)}</div>`}</main></body></html>`;
}
