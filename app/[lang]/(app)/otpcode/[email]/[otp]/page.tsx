import { redirect } from 'next/navigation';

interface Props {
  params: Promise<{ lang: string; email: string; otp: string }>;
}

/** Row D4: the specification requires this form of the URL. */
export default async function OtpCodeInPath({ params }: Props) {
  const { lang, email, otp } = await params;
  const query = new URLSearchParams({ email: decodeURIComponent(email), otp: decodeURIComponent(otp) });
  redirect(`/${lang}/otpcode?${query}`);
}
