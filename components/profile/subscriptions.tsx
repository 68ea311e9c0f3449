import { getTranslations } from 'next-intl/server';
import { Select } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { now } from '@/lib/clock';
import { readWeeklyMailSettings, weeklyGoals } from '@/lib/courses/weekly-mail/settings';
import { type Language, languages, languageTraits } from '@/lib/language';
import { findOwnSubscription } from '@/lib/newsletter/subscription';
import type { Actor } from '@/lib/permissions';
import styles from './section.module.css';

interface Props {
  actor: Actor;
  lang: Language;
  isConfirmed: boolean;
}

export async function NewsletterCard({ actor, lang, isConfirmed }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  const subscription = await findOwnSubscription(actor);
  const action = `/api/user/${actor.userId}/profile/newsletter`;
  const isOn = subscription !== null && !subscription.bounced;
  return (
    <Card as="section" className={styles.card} aria-labelledby="newsletter">
      <h2 id="newsletter">{t('title')}</h2>
      <p>{isOn ? t('profile_on') : t('consent')}</p>
      {subscription?.bounced && <p>{t('profile_bounced')}</p>}
      {!isConfirmed && <p>{t('profile_unconfirmed')}</p>}
      {isConfirmed && (
        <Form method="post" action={action}>
          <input type="hidden" name="newsletter" value="on" />
          <Select
            id="newsletter-lang"
            name="newsletterLang"
            label={t('profile_lang')}
            defaultValue={subscription?.lang ?? lang}
          >
            {languages.map((each) => (
              <option key={each} value={each} lang={each}>
                {languageTraits[each].name}
              </option>
            ))}
          </Select>
          <FormActions>
            <Button type="submit" variant="secondary">
              {t(isOn ? 'profile_save' : 'subscribe')}
            </Button>
          </FormActions>
        </Form>
      )}
      {isConfirmed && isOn && (
        <form method="post" action={action}>
          <input type="hidden" name="newsletter" value="off" />
          <Button type="submit" variant="quiet">
            {t('stop')}
          </Button>
        </form>
      )}
    </Card>
  );
}

interface WeeklyMailCardProps {
  actor: Actor;
  lang: Language;
  isConfirmed: boolean;
}

export async function WeeklyMailCard({ actor, lang, isConfirmed }: WeeklyMailCardProps) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const choice = await readWeeklyMailSettings(actor.userId, now());
  const action = `/api/user/${actor.userId}/profile/weekly-mail`;
  const goalText = (minutes: number) => (minutes === 0 ? t('weekly_goal_none') : t('weekly_goal_minutes', { minutes }));
  const goal = choice?.goalMinutes ?? null;
  return (
    <Card as="section" className={styles.card} aria-labelledby="weekly-mail">
      <h2 id="weekly-mail">{t('weekly_title')}</h2>
      <p>
        {t('weekly_intro')}
        {!isConfirmed && ` ${t('weekly_unconfirmed')}`}
      </p>
      {choice && goal !== null && (
        <p>
          <progress
            className={styles.progress}
            value={Math.min(choice.minutes, goal)}
            max={goal}
            aria-labelledby="weekly-progress"
          />
          <span id="weekly-progress">{t('weekly_progress', { minutes: choice.minutes, goal: goalText(goal) })}</span>{' '}
          {choice.minutes >= goal && t('weekly_reached')}
        </p>
      )}
      <Form method="post" action={action}>
        <input type="hidden" name="weeklyMail" value="on" />
        <FieldRow>
          <Select name="goalMinutes" label={t('weekly_goal')} defaultValue={String(goal ?? 0)}>
            {weeklyGoals.map((minutes) => (
              <option key={minutes} value={minutes}>
                {goalText(minutes)}
              </option>
            ))}
          </Select>
          <Select name="mailLang" label={t('weekly_lang')} defaultValue={choice?.lang ?? lang}>
            {languages.map((each) => (
              <option key={each} value={each} lang={each}>
                {languageTraits[each].name}
              </option>
            ))}
          </Select>
        </FieldRow>
        <FormActions>
          <Button type="submit" variant="secondary">
            {t(choice ? 'weekly_save' : 'weekly_turn_on')}
          </Button>
        </FormActions>
      </Form>
      {choice && (
        <form method="post" action={action}>
          <input type="hidden" name="weeklyMail" value="off" />
          <Button type="submit" variant="quiet">
            {t('weekly_turn_off')}
          </Button>
        </form>
      )}
    </Card>
  );
}
