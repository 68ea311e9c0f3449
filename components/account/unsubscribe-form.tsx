import { Button } from '@/components/ui/button';
import type { Language } from '@/lib/language';

interface Props {
  action: string;
  /** Parameters of the emailed link, which identify the reader. */
  link: Record<string, string>;
  lang: Language;
  submit: string;
}

/** Unsubscribes without a sign-in, but only on a click, because mail scanners open links (rows N9, N13, N20). */
export const UnsubscribeForm = ({ action, link, lang, submit }: Props) => (
  <form method="post" action={`${action}?${new URLSearchParams({ ...link, lang })}`}>
    <input type="hidden" name="from" value="page" />
    <Button type="submit" size="large" wide>
      {submit}
    </Button>
  </form>
);
