/** A sentence of the captions. Each reveals one part of the slide. */
type Caption = readonly [ar: string, en: string, de: string];

export interface Panel {
  name: string;
  code?: string;
  text?: string;
}

/** A title, at most one figure, and the captions. Text in backticks is code, which runs left to right. */
export interface Slide {
  title: string;
  lead?: string;
  points?: readonly string[];
  /** Code to show. Entry n of `highlightedLines` lists the lines, counted from 1, that caption n is about. */
  code?: string;
  file?: string;
  highlightedLines?: ReadonlyArray<readonly number[]>;
  compare?: readonly [before: Panel, after: Panel];
  flow?: ReadonlyArray<{ name: string; text: string }>;
  pairs?: ReadonlyArray<readonly [from: string, to: string]>;
  nested?: readonly string[];
  task?: string;
  captions: readonly Caption[];
}

export interface Video {
  course: string;
  lesson: string;
  slides: readonly Slide[];
}

export interface Shot {
  slide: Slide;
  slideIndex: number;
  captionIndex: number;
  seconds: number;
  caption: Caption;
}

/** Allows 1/15 s per letter of the longest caption, plus a pause, which is longer for code. */
function computeSeconds(caption: Caption, slide: Slide): number {
  const reading = Math.max(...caption.map((text) => text.length)) / 15;
  return Math.round((reading + (slide.code || slide.compare ? 2.2 : 1.4)) * 10) / 10;
}

export function listShots(video: Video): Shot[] {
  return video.slides.flatMap((slide, slideIndex) =>
    slide.captions.map((caption, captionIndex) => ({
      slide,
      slideIndex,
      captionIndex,
      caption,
      seconds: computeSeconds(caption, slide),
    })),
  );
}

export const createVideoBuilder =
  (course: string) =>
  (lesson: string, slides: readonly Slide[]): Video => ({ course, lesson, slides });
