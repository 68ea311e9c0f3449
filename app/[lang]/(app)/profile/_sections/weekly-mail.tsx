import { getTranslations } from 'next-intl/server';
import { Button } from '../../../_ui/button';
import { Form, FormActions, FieldRow } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import { Card } from '../../../_ui/layout/card';
import styles from './section.module.css';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { weeklyChoiceOf, weeklyGoals } from '@/lib/courses/weekly-mail/choice';
import { languages, languageTraits, type Language } from '@/lib/language';

interface Props { actor: Actor; lang: Language; isConfirmed: boolean }

/** Row N20: whether, in which language and with which goal; off at first. */
export async function WeeklyMailCard({ actor, lang, isConfirmed }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const choice = await weeklyChoiceOf(actor.userId, now());
  const action = `/api/user/${actor.userId}/profile/weekly-mail`;
  const goalText = (minutes: number) => (minutes === 0 ? t('weekly_goal_none') : t('weekly_goal_minutes', { minutes }));
  const goal = choice?.goalMinutes ?? null;
  return (
    <Card as="section" className={styles.card} aria-labelledby="weekly-mail">
      <h2 id="weekly-mail">{t('weekly_title')}</h2>
      <p>{t('weekly_intro')}{!isConfirmed && ` ${t('weekly_unconfirmed')}`}</p>
      {choice && goal !== null && (
        <p>
          <progress className={styles.progress} value={Math.min(choice.minutes, goal)} max={goal} aria-labelledby="weekly-progress" />
          <span id="weekly-progress">{t('weekly_progress', { minutes: choice.minutes, goal: goalText(goal) })}</span> {choice.minutes >= goal && t('weekly_reached')}
        </p>
      )}
      <Form method="post" action={action}>
        <input type="hidden" name="weeklyMail" value="on" />
        <FieldRow>
          <Select name="goalMinutes" label={t('weekly_goal')} defaultValue={String(goal ?? 0)}>
            {weeklyGoals.map((minutes) => <option key={minutes} value={minutes}>{goalText(minutes)}</option>)}
          </Select>
          <Select name="mailLang" label={t('weekly_lang')} defaultValue={choice?.lang ?? lang}>
            {languages.map((each) => <option key={each} value={each} lang={each}>{languageTraits[each].name}</option>)}
          </Select>
        </FieldRow>
        <FormActions><Button type="submit" variant="secondary">{t(choice ? 'weekly_save' : 'weekly_turn_on')}</Button></FormActions>
      </Form>
      {choice && (
        <form method="post" action={action}>
          <input type="hidden" name="weeklyMail" value="off" />
          <Button type="submit" variant="quiet">{t('weekly_turn_off')}</Button>
        </form>
      )}
    </Card>
  );
}
