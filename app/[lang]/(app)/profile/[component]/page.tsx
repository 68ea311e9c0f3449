import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { type Query, readFormState, titleWith } from '@/components/account/form-state';
import { Unavailable } from '@/components/account/unavailable';
import { Activity } from '@/components/profile/activity';
import { Details } from '@/components/profile/details';
import { MyCourses } from '@/components/profile/my-courses';
import { MyNotes } from '@/components/profile/my-notes';
import { MyPayments } from '@/components/profile/payments/my-payments';
import { ProfileShell } from '@/components/profile/profile-shell';
import { ResetPassword } from '@/components/profile/reset-password';
import { Security } from '@/components/profile/security';
import { Team } from '@/components/profile/team';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { isEnabled } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';

interface Props {
  params: Promise<{ lang: string; component: string }>;
  searchParams: Promise<Query>;
}

const sections = {
  myCourses: MyCourses,
  notes: MyNotes,
  payments: MyPayments,
  team: Team,
  details: Details,
  'reset-password': ResetPassword,
  security: Security,
  activity: Activity,
};
const titles = {
  myCourses: 'my_courses',
  notes: 'my_notes',
  payments: 'my_payments',
  team: 'team',
  details: 'details',
  'reset-password': 'reset_password',
  security: 'security',
  activity: 'activity',
};
type Name = keyof typeof sections;

async function findName(component: string): Promise<Name> {
  if (component === 'notes' && !(await isEnabled('notes'))) return 'myCourses';
  return Object.hasOwn(sections, component) ? (component as Name) : 'myCourses';
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { lang, component } = await props.params;
  const { error } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  return { title: titleWith(error, t(titles[await findName(component)])), robots: { index: false, follow: false } };
}

export default async function ProfilePage(props: Props) {
  const { lang, component } = await props.params;
  const name = await findName(component);
  const shown = await nullIfUnreachable(async () => {
    const actor = await requireLearner(`/${lang}/profile/${component}`);
    const state = await readFormState(props);
    return (
      <ProfileShell actor={actor} lang={lang} current={name}>
        {await sections[name]({ actor, state })}
      </ProfileShell>
    );
  });
  return shown ?? <Unavailable lang={lang} />;
}
