'use client';

import { useRouter } from 'next/navigation';
import type { SyntheticEvent } from 'react';
import type { Language, Localised } from '@/lib/language';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Checkbox } from '../../../_ui/form/checkbox';
import { Field } from '../../../_ui/form/field';
import { MoneyField } from '../../../_ui/form/money-field';
import { FieldRow, Form, FormActions } from '../../../_ui/form/form';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import { piastresOf, poundsText } from '@/lib/money';
import type { Stored } from '../_parts/conflict/use-conflict';
import { useVersionedForm } from '../_parts/conflict/use-versioned-form';
import { ContentConflict, type ConflictLabels } from '../_parts/content/content-conflict';
import { CourseChoice, type ChoosableCourse } from '../_parts/documents/course-choice';

export interface EditedBundle {
  key: string; name: Localised; description: Localised; courses: string[]; amount: number; saleAmount: number | null; refundableOnSale: boolean; active: boolean; updatedAt: string;
}
type Labels = SaveLabels & Record<
  'key' | 'key_help' | 'name' | 'description' | 'courses' | 'courses_help' | 'amount' | 'sale' | 'sale_help' | 'read_as' | 'refundable' | 'active' | 'unit', string>;
interface BundleFormProps {
  lang: Language;
  bundle: EditedBundle | null;
  courses: readonly ChoosableCourse[];
  languages: ReadonlyArray<{ code: Language; name: string }>;
  folder: string;
  labels: Labels;
  conflict: ConflictLabels;
  stepUp: StepUpLabels;
}

/** What is typed, as it is typed. A type, since values are compared as JSON. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type Typed = {
  key: string; name: Localised; description: Localised; courses: string[]; amount: string; sale: string; refundableOnSale: boolean; active: boolean;
};

function typedOf(bundle: EditedBundle | null, empty: Localised, lang: Language): Typed {
  const { key = '', name = empty, description = empty, courses = [], refundableOnSale = false, active = true } = bundle ?? {};
  return { key, name, description, courses, refundableOnSale, active, amount: poundsText(bundle?.amount ?? null, lang), sale: poundsText(bundle?.saleAmount ?? null, lang) };
}

const bodyOf = ({ key, amount, sale, ...rest }: Typed, updatedAt: string | null, lang: Language) =>
  ({ ...rest, ...(updatedAt ? { updatedAt } : { key }), amount: piastresOf(amount, lang), saleAmount: piastresOf(sale, lang) });

/** Row N11: makes a bundle, or changes one. */
export function BundleForm({ lang, bundle, courses, languages, folder, labels, conflict, stepUp }: BundleFormProps) {
  const router = useRouter();
  const url = bundle && `/api/admin/bundles/${bundle.key}`;
  const storedOf = (stored: EditedBundle | null): Stored<Typed> =>
    ({ version: stored?.updatedAt ?? '', value: typedOf(stored, Object.fromEntries(languages.map(({ code }) => [code, ''])) as Localised, lang) });
  const { typed, setTyped, base, outcome, theirs, send, goOn, busy, proof } = useVersionedForm<EditedBundle, Typed>({ first: storedOf(bundle), url, read: storedOf });
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await send(url ? { method: 'PUT', url, body: bodyOf(typed, base.version, lang) } : { method: 'POST', url: '/api/admin/bundles', body: bodyOf(typed, null, lang) });
    if (!result.ok) return;
    if (bundle) router.refresh();
    else router.replace(`${folder}/${result.answer.key}`);
  };
  const texts = (name: 'name' | 'description') => languages.map(({ code, name: language }) => (
    <Field
      key={`${name}.${code}`} name={`${name}.${code}`} label={`${labels[name]} (${language})`} lang={code} dir="auto" required value={typed[name][code]}
      error={errors[`${name}.${code}`]} onChange={(event) => change({ [name]: { ...typed[name], [code]: event.target.value } })}
    />
  ));
  return (
    <Card as="section">
      {theirs && <ContentConflict base={base.value} mine={typed} theirs={theirs.value} labels={conflict} onGoOn={(values) => goOn(values as Typed)} onTakeTheirs={() => goOn(theirs.value)} />}
      <Form onSubmit={(event) => void submit(event)} noValidate>
        {!bundle && <Field name="key" label={labels.key} help={labels.key_help} latin required maxLength={100} autoComplete="off" value={typed.key} error={errors.key} onChange={(event) => change({ key: event.target.value })} />}
        {texts('name')}
        {texts('description')}
        <CourseChoice courses={courses} chosen={typed.courses} labels={labels} error={errors.courses} onChange={(chosen) => change({ courses: chosen })} />
        <FieldRow>
          <MoneyField name="amount" label={`${labels.amount} (${labels.unit})`} lang={lang} readAs={labels.read_as} required value={typed.amount} error={errors.amount} onChange={(event) => change({ amount: event.target.value })} />
          <MoneyField name="saleAmount" label={`${labels.sale} (${labels.unit})`} help={labels.sale_help} lang={lang} readAs={labels.read_as} value={typed.sale} error={errors.saleAmount} onChange={(event) => change({ sale: event.target.value })} />
        </FieldRow>
        <Checkbox name="refundableOnSale" label={labels.refundable} checked={typed.refundableOnSale} onChange={(event) => change({ refundableOnSale: event.target.checked })} />
        <Checkbox name="active" label={labels.active} checked={typed.active} onChange={(event) => change({ active: event.target.checked })} />
        {!theirs && <OutcomeNotice outcome={outcome} labels={labels} />}
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}
