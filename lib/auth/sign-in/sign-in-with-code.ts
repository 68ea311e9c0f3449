import 'server-only';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { findByLoginCode } from '@/lib/auth/one-time-codes/login-code';
import { inConstantTime } from '@/lib/auth/one-time-codes/one-time-code';
import type { Device } from '@/lib/auth/sessions/device';
import type { OpenedSession } from '@/lib/auth/sessions/start-session';
import { fail, type Result } from '@/lib/result';
import { completeSignIn } from './complete-sign-in';
import type { IdentifiedPerson } from './pending-sign-in';

interface CodeSignIn { email: string; otp: string; totp: string | undefined; device: Device; now: Date }
type SignedIn = Result<OpenedSession, 'otp-wrong'> | { ok: false; code: 'totp-required'; person: IdentifiedPerson };

/** N21: signs in by a mailed code, then the second factor, where one is enrolled; the code is spent when both were right. @throws Problem 429 */
export const signInWithCode = ({ email, otp, totp, device, now }: CodeSignIn): Promise<SignedIn> =>
  inConstantTime(async () => {
    const person = await withAttemptLimit({ proof: 'one-time-code', account: email, address: device.address, now }, () => findByLoginCode(email, otp, now));
    if (!person) return fail('otp-wrong');
    const session = await completeSignIn(person, totp, device, now);
    return session.ok ? session : { ...session, person };
  });
