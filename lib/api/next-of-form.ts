import { safeNext } from '@/lib/guards/safe-next';

/** The wanted page that the form's own page still has in its address (`/ar/signup?next=…`), else `otherwise`. */
export function nextOfForm(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return otherwise;
  return safeNext(new URL(referer).searchParams.get('next')) ?? otherwise;
}
