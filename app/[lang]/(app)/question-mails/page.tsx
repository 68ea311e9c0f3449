import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { createAccountMetadata, type PageProps, readFormState } from '@/components/account/form-state';
import { Button, ButtonLink } from '@/components/ui/button';
import type { mailScopes } from '@/lib/lessons/questions/list-questions';
import { readQuestionMailSettings } from '@/lib/lessons/questions/question-mails';

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await props.params).lang, namespace: 'questions' });
  return { ...(await createAccountMetadata(props, 'login_title')), title: t('mails_title') };
}

/** Row N15: needs no sign-in, because the token identifies the learner. Opening the page changes nothing. */
export default async function QuestionMailsPage(props: PageProps) {
  const { lang, query, t: auth, error } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'questions' });
  const profile = await getTranslations({ locale: lang, namespace: 'profile' });
  const token = query.token ?? '';
  const mails = await readQuestionMailSettings(token);
  const choiceButton = (scope: (typeof mailScopes)[number], label: string, variant: 'primary' | 'secondary') => (
    <form method="post" action="/api/question-mails">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="scope" value={scope} />
      <Button type="submit" size="large" wide variant={variant}>
        {label}
      </Button>
    </form>
  );
  return (
    <AccountFrame
      title={t('mails_title')}
      intro={mails && t(mails.question ? 'mails_on' : mails.all ? 'mails_off_question' : 'mails_off_all')}
      note={t('mails_note')}
      notices={[
        error || mails ? null : { tone: 'notice', text: auth('error_link_used') },
        error ? { tone: 'danger', text: error } : null,
        query.saved && mails ? { tone: 'success', text: t('mails_saved') } : null,
      ]}
    >
      {mails?.question && choiceButton('question', t('mails_stop_question'), 'primary')}
      {mails?.all && choiceButton('all', t('mails_stop_all'), 'secondary')}
      {!mails && (
        <ButtonLink size="large" wide variant="secondary" href={`/${lang}/profile/myCourses`} prefetch={false}>
          {profile('my_courses')}
        </ButtonLink>
      )}
      {mails && !mails.question && choiceButton('none', t('mails_again'), 'secondary')}
    </AccountFrame>
  );
}
