import { seeOther } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { pageLanguageOf } from '@/lib/api/request';

/** Password managers open this address to find the page where a password is changed. */
export const GET = handler(
  {
    id: 'openPasswordPage',
    tag: 'Accounts',
    summary: 'Open the page where a password is changed',
    access: 'anyone',
    answers: { 303: null },
  },
  ({ request }) => seeOther(`/${pageLanguageOf(request)}/profile/reset-password`),
);
