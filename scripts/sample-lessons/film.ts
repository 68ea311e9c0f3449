/** One sentence of a film: what the captions say while one more part of the slide appears. */
export type Say = readonly [ar: string, en: string];

export interface Slide {
  title: string;
  /** Shown one after another, one a sentence after the title's own. */
  points?: readonly string[];
  code?: string;
  say: readonly Say[];
}

export interface Film {
  course: string;
  lesson: string;
  slides: readonly Slide[];
}

export interface Shot { slide: Slide; slideIndex: number; shown: number; seconds: number; say: Say }

/** Reading time of an Arabic sentence, unhurried: 15 letters a second and a breath. */
function secondsFor(say: Say): number {
  return Math.round(Math.max(2.8, say[0].length / 15 + 1) * 10) / 10;
}

export function shotsOf(film: Film): Shot[] {
  return film.slides.flatMap((slide, slideIndex) => slide.say.map((say, shown) => ({ slide, slideIndex, shown, say, seconds: secondsFor(say) })));
}

export const filmOf = (course: string) => (lesson: string, slides: readonly Slide[]): Film => ({ course, lesson, slides });
