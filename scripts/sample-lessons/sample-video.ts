/** One sentence of the captions; each reveals one part of the slide. */
type Say = readonly [ar: string, en: string, de: string];

export interface Panel {
  name: string;
  code?: string;
  text?: string;
}

/** A title, at most one figure, and the sentences spoken. Text in backticks is code, which runs left to right. */
export interface Slide {
  title: string;
  lead?: string;
  points?: readonly string[];
  /** Code to show. Entry n of `lit` lists the lines, counted from 1, that sentence n is about. */
  code?: string;
  file?: string;
  lit?: ReadonlyArray<readonly number[]>;
  compare?: readonly [before: Panel, after: Panel];
  flow?: ReadonlyArray<{ name: string; text: string }>;
  pairs?: ReadonlyArray<readonly [from: string, to: string]>;
  nested?: readonly string[];
  task?: string;
  say: readonly Say[];
}

export interface Video {
  course: string;
  lesson: string;
  slides: readonly Slide[];
}

export interface Shot {
  slide: Slide;
  slideIndex: number;
  shown: number;
  seconds: number;
  say: Say;
}

/** Allows 1/15 s per letter of the longest caption, plus a pause, which is longer for code. */
function secondsFor(say: Say, slide: Slide): number {
  const reading = Math.max(...say.map((text) => text.length)) / 15;
  return Math.round((reading + (slide.code || slide.compare ? 2.2 : 1.4)) * 10) / 10;
}

export function shotsOf(video: Video): Shot[] {
  return video.slides.flatMap((slide, slideIndex) =>
    slide.say.map((say, shown) => ({ slide, slideIndex, shown, say, seconds: secondsFor(say, slide) })),
  );
}

export const videoOf =
  (course: string) =>
  (lesson: string, slides: readonly Slide[]): Video => ({ course, lesson, slides });
