import { redirect } from 'next/navigation';

export default async function Profile({ params }: { params: Promise<{ lang: string }> }) {
  redirect(`/${(await params).lang}/profile/myCourses`);
}
