import { renderCode, renderInlineCode } from './code-html';
import type { Panel, Shot, Slide } from './sample-video';

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

export function renderFigure(shot: Shot): string {
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
