import type { Panel, Shot, Slide, Video } from './sample-video';
import { css } from './slide-style';

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const renderInlineCode = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const kinds: ReadonlyArray<readonly [kind: string, pattern: string]> = [
  ['comment', '(?<!:)\\/\\/.*|\\{\\/\\*.*?\\*\\/\\}|^#.*|^\\$'],
  ['string', '\'[^\'\\n]*\'|"[^"\\n]*"|`[^`]*`'],
  ['tag', '<\\/?[\\w.]+|\\/?>(?!=)'],
  [
    'word',
    '\\b(?:import|from|export|default|async|function|return|const|await|if|new|throw|try|catch|type|interface)\\b',
  ],
];
const pattern = new RegExp(kinds.map(([, each]) => `(${each})`).join('|'), 'gm');

function colourCodeLine(line: string): string {
  let html = '';
  let end = 0;
  for (const found of line.matchAll(pattern)) {
    const kind = kinds[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '';
    html += `${escape(line.slice(end, found.index))}<i class="${kind}">${escape(found[0])}</i>`;
    end = found.index + found[0].length;
  }
  return html + escape(line.slice(end));
}

/** @param highlightedLines counted from 1; without any, all lines are highlighted */
function renderCode(code: string, file: string | undefined, highlightedLines: readonly number[] = []): string {
  const lines = code
    .split('\n')
    .map(
      (line, index) =>
        `<span class="line${highlightedLines.length === 0 ? '' : highlightedLines.includes(index + 1) ? ' lit' : ' dim'}">${colourCodeLine(line) || ' '}</span>`,
    )
    .join('');
  return `<div class="code">${file ? `<div class="file">${escape(file)}</div>` : ''}<pre>${lines}</pre></div>`;
}

const arrow =
  '<svg class="arrow" width="54" height="30" viewBox="0 0 54 30" fill="none" stroke="#c9753d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M52 15H4M17 3 4 15l13 12"/></svg>';

/** Hides parts that no sentence has mentioned yet. An extra first sentence, if there is one, is about the title. */
function getStateClass(index: number, { captionIndex, slide }: Shot, parts: number): string {
  return index < captionIndex + (slide.captions.length > parts ? 0 : 1) ? '' : ' unseen';
}

const renderPanel = ({ name, code, text }: Panel, kind: string, state: string) =>
  `<div class="panel ${kind}${state}"><div class="name">${renderInlineCode(name)}</div>${code ? renderCode(code, undefined) : `<p>${renderInlineCode(text ?? '')}</p>`}</div>`;

function renderNestedBoxes(boxes: readonly string[], shot: Shot): string {
  const renderBoxFrom = (index: number): string =>
    index === boxes.length
      ? ''
      : `<div class="box${getStateClass(index, shot, boxes.length)}"><b>${renderInlineCode(boxes[index] ?? '')}</b>${renderBoxFrom(index + 1)}</div>`;
  return `<div class="nested">${renderBoxFrom(0)}</div>`;
}

const renderFlow = (boxes: NonNullable<Slide['flow']>, shot: Shot) =>
  `<div class="flow">${boxes
    .map(({ name, text }, index) => {
      const state = getStateClass(index, shot, boxes.length);
      return `${index > 0 ? `<span class="${state}">${arrow}</span>` : ''}<div class="box${state}"><b>${renderInlineCode(name)}</b><p>${renderInlineCode(text)}</p></div>`;
    })
    .join('')}</div>`;

const renderPairs = (pairs: NonNullable<Slide['pairs']>, shot: Shot) =>
  `<div class="pairs">${pairs
    .map(
      ([from, to], index) =>
        `<div class="pair${getStateClass(index, shot, pairs.length)}"><span>${renderInlineCode(from)}</span>${arrow}<span class="to">${renderInlineCode(to)}</span></div>`,
    )
    .join('')}</div>`;

const renderPoints = (points: readonly string[], shot: Shot) =>
  `<ul class="points">${points.map((point, index) => `<li class="${getStateClass(index, shot, points.length)}"><span>${renderInlineCode(point)}</span></li>`).join('')}</ul>`;

function renderFigure(shot: Shot): string {
  const { points, code, file, highlightedLines, compare, flow, pairs, nested, task } = shot.slide;
  if (points) return renderPoints(points, shot);
  if (code) return renderCode(code, file, highlightedLines?.[shot.captionIndex]);
  if (compare)
    return `<div class="compare">${renderPanel(compare[0], 'before', getStateClass(0, shot, 2))}${renderPanel(compare[1], 'after', getStateClass(1, shot, 2))}</div>`;
  if (flow) return renderFlow(flow, shot);
  if (pairs) return renderPairs(pairs, shot);
  if (nested) return renderNestedBoxes(nested, shot);
  return task ? `<div class="task"><p>${renderInlineCode(task)}</p></div>` : '';
}

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
