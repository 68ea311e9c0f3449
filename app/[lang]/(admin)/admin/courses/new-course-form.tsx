'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { inEachLanguage, internationalLanguage, languages, type Language, type Localised } from '@/lib/language';
import { addressOf } from '@/lib/slug';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Field } from '../../../_ui/form/field';
import { MoneyField } from '../../../_ui/form/money-field';
import { FieldRow, Form, FormActions } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { piastresOf } from '@/lib/money';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';

interface Choice { value: string; name: string }
type Labels = SaveLabels & Record<'title' | 'address' | 'address_help' | 'level' | 'spoken' | 'price' | 'price_help' | 'read_as' | 'make' | 'unit', string> & { names: Localised };
export interface TypedCourse { title: Localised; slug: string; level: string; spokenLanguage: string; amount: string }
interface NewCourseFormProps { lang: Language; levels: readonly Choice[]; /** Of a try without JavaScript. */ typed: TypedCourse | null; refused: Outcome | null; wantsProof: boolean; folder: string; labels: Labels; stepUp: StepUpLabels }

const empty = inEachLanguage(() => '');

/** Row O7: what a course begins with. */
export function NewCourseForm({ lang, levels, typed, refused, wantsProof, folder, labels, stepUp }: NewCourseFormProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [title, setTitle] = useState<Localised>(typed?.title ?? empty);
  const [address, setAddress] = useState(typed?.slug || null);
  const [level, setLevel] = useState(typed?.level || (levels[0]?.value ?? ''));
  const [spokenLanguage, setSpoken] = useState<string>(typed?.spokenLanguage || lang);
  const [amount, setAmount] = useState(typed?.amount ?? '');
  const [outcome, setOutcome] = useState(refused);
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const slug = address ?? addressOf(title[internationalLanguage]);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await call<{ slug: string }>({ method: 'POST', url: '/api/admin/courses', body: { title, slug, level, spokenLanguage, amount: piastresOf(amount, lang) } });
    setOutcome(result);
    if (result.ok) router.replace(`${folder}/${result.answer.slug}`);
  };
  return (
    <Card as="section">
      <Form method="post" action="/api/admin/courses" onSubmit={(event) => void submit(event)} noValidate>
        {languages.map((each) => (
          <Field
            key={each} name={`title.${each}`} label={`${labels.title} (${labels.names[each]})`} lang={each} dir="auto" required maxLength={200} autoComplete="off" value={title[each]}
            error={errors[`title.${each}`]} onChange={(event) => setTitle({ ...title, [each]: event.target.value })}
          />
        ))}
        <Field name="slug" label={labels.address} help={labels.address_help} latin required maxLength={100} autoComplete="off" value={slug} error={errors.slug} onChange={(event) => setAddress(event.target.value)} />
        <FieldRow>
          <Select name="level" label={labels.level} value={level} error={errors.level} onChange={(event) => setLevel(event.target.value)}>
            {levels.map(({ value, name }) => <option key={value} value={value}>{name}</option>)}
          </Select>
          <Select name="spokenLanguage" label={labels.spoken} value={spokenLanguage} error={errors.spokenLanguage} onChange={(event) => setSpoken(event.target.value)}>
            {languages.map((each) => <option key={each} value={each}>{labels.names[each]}</option>)}
          </Select>
        </FieldRow>
        <MoneyField name="amount" label={`${labels.price} (${labels.unit})`} help={labels.price_help} lang={lang} readAs={labels.read_as} required value={amount} error={errors.amount} onChange={(event) => setAmount(event.target.value)} />
        <OutcomeNotice outcome={outcome?.ok ? null : outcome} labels={labels} />
        {wantsProof && <noscript><Field name="stepUpCode" label={stepUp.code} help={`${stepUp.text} ${stepUp.help}`} latin required autoCapitalize="none" autoComplete="one-time-code" /></noscript>}
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.make}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}
