import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { formState, titleWith, type Query } from '../../../_account/form-state';
import { Unavailable } from '../../../_account/unavailable';
import { Activity } from '../_sections/events/activity';
import { Details } from '../_sections/details';
import { MyCourses } from '../_sections/my-courses';
import { MyNotes } from '../_sections/notes/my-notes';
import { MyPayments } from '../_sections/payments/my-payments';
import { ProfileShell } from '../_sections/profile-shell';
import { ResetPassword } from '../_sections/reset-password';
import { Security } from '../_sections/security';
import { Team } from '../_sections/team/team';
import { isOn } from '@/lib/content/capabilities';
import { reachable } from '@/lib/guards/reachable';
import { requireLearner } from '@/lib/auth/sessions/current-actor';

interface Props { params: Promise<{ lang: string; component: string }>; searchParams: Promise<Query> }

const sections = { myCourses: MyCourses, notes: MyNotes, payments: MyPayments, team: Team, details: Details, 'reset-password': ResetPassword, security: Security, activity: Activity };
const titles = { myCourses: 'my_courses', notes: 'my_notes', payments: 'my_payments', team: 'team', details: 'details', 'reset-password': 'reset_password', security: 'security', activity: 'activity' };
type Name = keyof typeof sections;

/** Row D10: an unknown component is My Courses. */
async function nameOf(component: string): Promise<Name> {
  if (component === 'notes' && !(await isOn('notes'))) return 'myCourses';
  return Object.hasOwn(sections, component) ? (component as Name) : 'myCourses';
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { lang, component } = await props.params;
  const { error } = await formState(props);
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  return { title: titleWith(error, t(titles[await nameOf(component)])), robots: { index: false, follow: false } };
}

export default async function ProfilePage(props: Props) {
  const { lang, component } = await props.params;
  const name = await nameOf(component);
  const shown = await reachable(async () => {
    const actor = await requireLearner(`/${lang}/profile/${component}`);
    const state = await formState(props);
    return <ProfileShell actor={actor} lang={lang} current={name}>{await sections[name]({ actor, state })}</ProfileShell>;
  });
  return shown ?? <Unavailable lang={lang} />;
}
