import { codeHtml, inlineHtml } from './code-html';
import type { Panel, Shot, Slide } from './sample-video';

const arrow =
  '<svg class="arrow" width="54" height="30" viewBox="0 0 54 30" fill="none" stroke="#c9753d" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"><path d="M52 15H4M17 3 4 15l13 12"/></svg>';

/** Hides parts that no sentence has mentioned yet. An extra first sentence, if there is one, is about the title. */
function stateClass(index: number, { captionIndex, slide }: Shot, parts: number): string {
  return index < captionIndex + (slide.captions.length > parts ? 0 : 1) ? '' : ' unseen';
}

const panel = ({ name, code, text }: Panel, kind: string, state: string) =>
  `<div class="panel ${kind}${state}"><div class="name">${inlineHtml(name)}</div>${code ? codeHtml(code, undefined) : `<p>${inlineHtml(text ?? '')}</p>`}</div>`;

function nestedHtml(boxes: readonly string[], shot: Shot): string {
  const innerHtml = (index: number): string =>
    index === boxes.length
      ? ''
      : `<div class="box${stateClass(index, shot, boxes.length)}"><b>${inlineHtml(boxes[index] ?? '')}</b>${innerHtml(index + 1)}</div>`;
  return `<div class="nested">${innerHtml(0)}</div>`;
}

const flowHtml = (boxes: NonNullable<Slide['flow']>, shot: Shot) =>
  `<div class="flow">${boxes
    .map(({ name, text }, index) => {
      const state = stateClass(index, shot, boxes.length);
      return `${index > 0 ? `<span class="${state}">${arrow}</span>` : ''}<div class="box${state}"><b>${inlineHtml(name)}</b><p>${inlineHtml(text)}</p></div>`;
    })
    .join('')}</div>`;

const pairsHtml = (pairs: NonNullable<Slide['pairs']>, shot: Shot) =>
  `<div class="pairs">${pairs
    .map(
      ([from, to], index) =>
        `<div class="pair${stateClass(index, shot, pairs.length)}"><span>${inlineHtml(from)}</span>${arrow}<span class="to">${inlineHtml(to)}</span></div>`,
    )
    .join('')}</div>`;

const pointsHtml = (points: readonly string[], shot: Shot) =>
  `<ul class="points">${points.map((point, index) => `<li class="${stateClass(index, shot, points.length)}"><span>${inlineHtml(point)}</span></li>`).join('')}</ul>`;

export function figureHtml(shot: Shot): string {
  const { points, code, file, highlightedLines, compare, flow, pairs, nested, task } = shot.slide;
  if (points) return pointsHtml(points, shot);
  if (code) return codeHtml(code, file, highlightedLines?.[shot.captionIndex]);
  if (compare)
    return `<div class="compare">${panel(compare[0], 'before', stateClass(0, shot, 2))}${panel(compare[1], 'after', stateClass(1, shot, 2))}</div>`;
  if (flow) return flowHtml(flow, shot);
  if (pairs) return pairsHtml(pairs, shot);
  if (nested) return nestedHtml(nested, shot);
  return task ? `<div class="task"><p>${inlineHtml(task)}</p></div>` : '';
}
