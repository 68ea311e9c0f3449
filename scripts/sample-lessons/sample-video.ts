/** One sentence of a video: what the captions say while one more part of the slide appears. */
export type Say = readonly [ar: string, en: string, de: string];

/** Code beside code, or words beside words. */
export interface Panel { name: string; code?: string; text?: string }

/** A title, at most one of the figures below it, and what is said. Text in backticks is code, from left to right. */
export interface Slide {
  title: string;
  /** Under the title of a slide without a figure. */
  lead?: string;
  points?: readonly string[];
  /** `file` is its name; of `lit` the n-th names the lines that the n-th sentence is about, from 1. */
  code?: string;
  file?: string;
  lit?: ReadonlyArray<readonly number[]>;
  compare?: readonly [before: Panel, after: Panel];
  /** Boxes with arrows between them, read from the right. */
  flow?: ReadonlyArray<{ name: string; text: string }>;
  /** What stands on the right becomes what stands on the left. */
  pairs?: ReadonlyArray<readonly [from: string, to: string]>;
  /** Frames within frames, the outermost first. */
  nested?: readonly string[];
  task?: string;
  say: readonly Say[];
}

export interface Video {
  course: string;
  lesson: string;
  slides: readonly Slide[];
}

export interface Shot { slide: Slide; slideIndex: number; shown: number; seconds: number; say: Say }

/** Who reads the longest of the three captions needs a letter's fifteenth of a second, a breath, and with code a look at it. */
function secondsFor(say: Say, slide: Slide): number {
  const reading = Math.max(...say.map((text) => text.length)) / 15;
  return Math.round((reading + (slide.code || slide.compare ? 2.2 : 1.4)) * 10) / 10;
}

export function shotsOf(video: Video): Shot[] {
  return video.slides.flatMap((slide, slideIndex) => slide.say.map((say, shown) => ({ slide, slideIndex, shown, say, seconds: secondsFor(say, slide) })));
}

export const videoOf = (course: string) => (lesson: string, slides: readonly Slide[]): Video => ({ course, lesson, slides });
