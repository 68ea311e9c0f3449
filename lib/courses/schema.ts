import { z } from 'zod';

const answer = z.string().trim().max(2000, 'too_long');

/** Row L5: what the feedback form sends; from a form without scripts `rating` comes as text. 0 or empty is no rating (L6). */
export const feedbackSchema = z.object({
  rating: z.preprocess((given) => (given === '' || given === null || given === undefined ? 0 : typeof given === 'string' ? Number(given) : given),
    z.number('rating_invalid').int('rating_invalid').min(0, 'rating_invalid').max(5, 'rating_invalid')),
  answers: z.record(z.string().max(60), answer).default({}),
});

export type FeedbackInput = z.input<typeof feedbackSchema>;

const range = z.tuple([z.number().min(0), z.number().min(0)]).refine(([from, to]) => from <= to, 'range_backwards');
/** Watched ranges of a video in seconds. */
export const watchedSchema = z.array(range).max(500);
