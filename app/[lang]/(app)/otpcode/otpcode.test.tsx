import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import LoginCodePage from '@/app/[lang]/(app)/login/code/page';
import { POST as loginWithCode } from '@/app/auth/loginWithCode/route';
import { POST as verifyOtp } from '@/app/auth/verify-otp/route';
import { loadTranslator } from '@/lib/i18n/messages';
import { resetDatabase } from '@/tests/support/database';
import OtpCodePage from './page';

const cookies = new Map<string, { value: string }>();

vi.mock('next-intl/server', () => ({
  getTranslations: async ({ namespace }: { namespace: string }) => {
    const t = await loadTranslator('en');
    return Object.assign((key: string) => t(`${namespace}.${key}`), { has: () => true, raw: () => [] });
  },
}));
vi.mock('next/navigation', async (importOriginal) => ({ ...(await importOriginal<object>()), useRouter: () => ({}) }));
vi.mock('next/headers', () => ({ cookies: async () => cookies, headers: async () => new Headers() }));

beforeEach(() => resetDatabase());

async function countFields(page: ReactNode | Promise<ReactNode>): Promise<{ email: number; otp: number }> {
  const { prelude } = await prerender(await page, {
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude as unknown as ReadableStream).text();
  const visible = html.replaceAll(/<script.*?<\/script>/gs, '');
  return {
    email: visible.split('Please enter a valid email address').length - 1,
    otp: visible.split('Please enter a valid OTP').length - 1,
  };
}

async function tryWith(fields: Record<string, string>, code: 'otpcode' | 'login/code') {
  const call = code === 'otpcode' ? verifyOtp : loginWithCode;
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: 'http://localhost:3000',
    referer: `http://localhost:3000/en/${code}?email=mona%40midan.example`,
  };
  const answer = await call(
    new Request('http://localhost:3000/auth/x', {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields).toString(),
    }),
    { params: Promise.resolve({}) },
  );
  const [, value = ''] =
    /^form=([^;]+)/.exec(answer.headers.getSetCookie().find((line) => line.startsWith('form='))!) ?? [];
  cookies.set('form', { value });
  const query = Object.fromEntries(new URL(answer.headers.get('location')!, 'http://localhost:3000').searchParams);
  const props = { params: Promise.resolve({ lang: 'en' }), searchParams: Promise.resolve(query) };
  return countFields(code === 'otpcode' ? OtpCodePage(props) : LoginCodePage(props));
}

test.each(['otpcode', 'login/code'] as const)(
  '%s without scripts marks only the wrong field [D4, N21]',
  async (page) => {
    expect(await tryWith({ email: 'nonsense', otp: '123456' }, page)).toEqual({ email: 1, otp: 0 });
    expect(await tryWith({ email: 'mona@midan.example', otp: '12' }, page)).toEqual({ email: 0, otp: 1 });
    expect(await tryWith({ email: 'nonsense', otp: '12' }, page)).toEqual({ email: 1, otp: 1 });
  },
);
