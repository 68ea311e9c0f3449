import { linkedinLoginSchema } from '@/lib/accounts/providers/sign-in-with-provider';
import { tokenAnswer } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { signInText } from '@/lib/api/openapi/shared-texts';
import { signInWith } from '@/lib/api/provider-sign-in';

export const POST = handler(
  {
    id: 'signInWithLinkedIn',
    tag: 'Accounts',
    summary: 'Sign in with LinkedIn',
    description: signInText,
    access: 'public',
    answers: { 200: tokenAnswer },
    problems: [401, 409, 503],
    body: linkedinLoginSchema,
    origin: 'not-foreign',
    example: { body: { code: 'x', redirectUri: 'http://localhost/x' } },
  },
  signInWith('linkedin'),
);
