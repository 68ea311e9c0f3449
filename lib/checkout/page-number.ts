import { Problem } from '@/lib/problem';

/** `?page=` of a list, from 1. @throws Problem 422 for anything else than a whole number */
export function pageOf(request: Request): number {
  const text = new URL(request.url).searchParams.get('page');
  if (text === null) return 1;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Problem(422, 'invalid', { errors: { page: ['1, 2, 3, …'] } });
  return Number(text);
}
