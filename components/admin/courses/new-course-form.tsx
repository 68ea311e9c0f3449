'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SyntheticEvent, useState } from 'react';
import { StepUpDialog } from '@/components/admin/call/dialogs';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { StepUpField } from '@/components/admin/call/step-up-field';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Field, Select } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { MoneyField } from '@/components/form/money-field';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import {
  inEachLanguage,
  internationalLanguage,
  type Language,
  languages,
  type Localised,
  traitsOf,
} from '@/lib/language';
import { parsePiastres } from '@/lib/money';
import { toAsciiSlug } from '@/lib/text';

interface ChoiceOption {
  value: string;
  name: string;
}
export interface TypedCourse {
  title: Localised;
  slug: string;
  level: string;
  spokenLanguage: string;
  amount: string;
}
interface NewCourseFormProps {
  lang: Language;
  levels: readonly ChoiceOption[];
  typed: TypedCourse | null;
  initialOutcome: Outcome | null;
  needsStepUp: boolean;
  folder: string;
  languageNames: Localised;
}

const empty = inEachLanguage(() => '');

export function NewCourseForm({
  lang,
  levels,
  typed,
  initialOutcome,
  needsStepUp,
  folder,
  languageNames,
}: NewCourseFormProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [title, setTitle] = useState<Localised>(typed?.title ?? empty);
  const [typedSlug, setTypedSlug] = useState(typed?.slug || null);
  const [level, setLevel] = useState(typed?.level || (levels[0]?.value ?? ''));
  const [spokenLanguage, setSpoken] = useState<string>(typed?.spokenLanguage || lang);
  const [amount, setAmount] = useState(typed?.amount ?? '');
  const [outcome, setOutcome] = useState(initialOutcome);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const slug = typedSlug ?? toAsciiSlug(title[internationalLanguage]);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await call<{ slug: string }>({
      method: 'POST',
      url: '/api/admin/courses',
      body: { title, slug, level, spokenLanguage, amount: parsePiastres(amount, lang) },
    });
    setOutcome(result);
    if (result.ok) router.replace(`${folder}/${result.answer.slug}`);
  };
  return (
    <Card as="section">
      <Form method="post" action="/api/admin/courses" onSubmit={(event) => void submit(event)} noValidate>
        {languages.map((each) => (
          <Field
            key={each}
            name={`title.${each}`}
            label={`${t('course_title')} (${languageNames[each]})`}
            lang={each}
            dir="auto"
            required
            maxLength={200}
            autoComplete="off"
            value={title[each]}
            error={errors[`title.${each}`]}
            onChange={(event) => setTitle({ ...title, [each]: event.target.value })}
          />
        ))}
        <Field
          name="slug"
          label={t('course_address')}
          help={t('course_address_help')}
          latin
          required
          maxLength={100}
          autoComplete="off"
          value={slug}
          error={errors.slug}
          onChange={(event) => setTypedSlug(event.target.value)}
        />
        <FieldRow>
          <Select
            name="level"
            label={t('course_level')}
            value={level}
            error={errors.level}
            onChange={(event) => setLevel(event.target.value)}
          >
            {levels.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
          <Select
            name="spokenLanguage"
            label={t('spoken_language')}
            value={spokenLanguage}
            error={errors.spokenLanguage}
            onChange={(event) => setSpoken(event.target.value)}
          >
            {languages.map((each) => (
              <option key={each} value={each}>
                {languageNames[each]}
              </option>
            ))}
          </Select>
        </FieldRow>
        <MoneyField
          name="amount"
          label={`${t('price')} (${traitsOf(lang).currency})`}
          help={t('new_price_help')}
          lang={lang}
          readAs={t('amount_read_as')}
          required
          value={amount}
          error={errors.amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <OutcomeNotice outcome={outcome?.ok ? null : outcome} />
        {needsStepUp && (
          <noscript>
            <StepUpField />
          </noscript>
        )}
        <FormActions>
          <Button type="submit" busy={busy}>
            {busy ? t('saving') : t('make_course')}
          </Button>
        </FormActions>
      </Form>
      <StepUpDialog stepUp={stepUp} />
    </Card>
  );
}
