'use client';

import { useRouter } from 'next/navigation';
import type { SyntheticEvent } from 'react';
import { TimeField } from '../../../_forms/time-field';
import { Button } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { Checkbox } from '../../../_ui/form/checkbox';
import { Field } from '../../../_ui/form/field';
import { MoneyField } from '../../../_ui/form/money-field';
import { FieldRow, Form, FormActions } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import type { SaveLabels } from '../_parts/call/client-labels';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { StepUpDialog, type StepUpLabels } from '../_parts/call/step-up-dialog';
import type { Language } from '@/lib/language';
import { piastresOf, poundsText } from '@/lib/money';
import { numberText, typedNumber } from '@/lib/numbers';
import type { Stored } from '../_parts/conflict/use-conflict';
import { useVersionedForm } from '../_parts/conflict/use-versioned-form';
import { ContentConflict, type ConflictLabels } from '../_parts/content/content-conflict';
import { CourseChoice, type ChoosableCourse } from '../_parts/documents/course-choice';

export interface EditedCoupon {
  id: string; code: string; percent: number | null; amount: number | null; startsAt: string | null; endsAt: string | null; maxUses: number | null;
  maxUsesPerLearner: number | null; withSale: boolean; refundable: boolean; forTeams: boolean; courses: string[]; updatedAt: string;
}
type Labels = SaveLabels & Record<
  | 'code' | 'code_help' | 'kind' | 'percent' | 'amount' | 'value_percent' | 'value_amount' | 'starts' | 'ends' | 'time_help' | 'max_uses' | 'max_learner'
  | 'max_help' | 'read_as' | 'with_sale' | 'refundable' | 'for_teams' | 'courses' | 'courses_help', string>;
interface CouponFormProps { lang: Language; coupon: EditedCoupon | null; courses: readonly ChoosableCourse[]; folder: string; labels: Labels; conflict: ConflictLabels; stepUp: StepUpLabels }

/** What is typed, as it is typed. A type, since values are compared as JSON. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type Typed = {
  code: string; isPercent: boolean; value: string; startsAt: string | null; endsAt: string | null; maxUses: string; maxUsesPerLearner: string;
  withSale: boolean; refundable: boolean; forTeams: boolean; courses: string[];
};

const textOf = (value: number | null, lang: Language): string => (value === null ? '' : numberText(value, lang));

const typedOf = (coupon: EditedCoupon | null, lang: Language): Typed => ({
  code: coupon?.code ?? '', isPercent: coupon === null || coupon.percent !== null, value: coupon ? (coupon.percent === null ? poundsText(coupon.amount, lang) : textOf(coupon.percent, lang)) : '',
  startsAt: coupon?.startsAt ?? null, endsAt: coupon?.endsAt ?? null, maxUses: textOf(coupon?.maxUses ?? null, lang), maxUsesPerLearner: textOf(coupon?.maxUsesPerLearner ?? null, lang),
  withSale: coupon?.withSale ?? false, refundable: coupon?.refundable ?? false, forTeams: coupon?.forTeams ?? false, courses: coupon?.courses ?? [],
});

const bodyOf = ({ code, isPercent, value, maxUses, maxUsesPerLearner, ...rest }: Typed, updatedAt: string | null, lang: Language) => ({
  ...rest, ...(updatedAt ? { updatedAt } : { code }),
  percent: isPercent ? typedNumber(value, lang, 'percent') : null, amount: isPercent ? null : piastresOf(value, lang),
  maxUses: typedNumber(maxUses, lang), maxUsesPerLearner: typedNumber(maxUsesPerLearner, lang),
});

const storedOf = (coupon: EditedCoupon | null, lang: Language): Stored<Typed> => ({ version: coupon?.updatedAt ?? '', value: typedOf(coupon, lang) });

/** Row N10: makes a coupon, or changes one. */
export function CouponForm({ lang, coupon, courses, folder, labels, conflict, stepUp }: CouponFormProps) {
  const router = useRouter();
  const url = coupon && `/api/admin/coupons/${coupon.id}`;
  const { typed, setTyped, base, outcome, theirs, send, goOn, busy, proof } = useVersionedForm<EditedCoupon, Typed>({ first: storedOf(coupon, lang), url, read: (stored) => storedOf(stored, lang) });
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const change = (more: Partial<Typed>) => setTyped({ ...typed, ...more });
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await send(url ? { method: 'PUT', url, body: bodyOf(typed, base.version, lang) } : { method: 'POST', url: '/api/admin/coupons', body: bodyOf(typed, null, lang) });
    if (!result.ok) return;
    if (coupon) router.refresh();
    else router.replace(`${folder}/${result.answer.id}`);
  };
  return (
    <Card as="section">
      {theirs && <ContentConflict base={base.value} mine={typed} theirs={theirs.value} labels={conflict} onGoOn={(values) => goOn(values as Typed)} onTakeTheirs={() => goOn(theirs.value)} />}
      <Form onSubmit={(event) => void submit(event)} noValidate>
        {!coupon && <Field name="code" label={labels.code} help={labels.code_help} latin required maxLength={60} autoComplete="off" value={typed.code} error={errors.code} onChange={(event) => change({ code: event.target.value })} />}
        <FieldRow>
          <Select name="kind" label={labels.kind} value={typed.isPercent ? 'percent' : 'amount'} onChange={(event) => change({ isPercent: event.target.value === 'percent' })}>
            <option value="percent">{labels.percent}</option>
            <option value="amount">{labels.amount}</option>
          </Select>
          {typed.isPercent
            ? <Field name="value" label={labels.value_percent} latin inputMode="decimal" required value={typed.value} error={errors.percent} onChange={(event) => change({ value: event.target.value })} />
            : <MoneyField name="value" label={labels.value_amount} lang={lang} readAs={labels.read_as} required value={typed.value} error={errors.amount} onChange={(event) => change({ value: event.target.value })} />}
        </FieldRow>
        <FieldRow>
          <TimeField name="startsAt" label={labels.starts} help={labels.time_help} value={typed.startsAt} error={errors.startsAt} onChange={(startsAt) => change({ startsAt })} />
          <TimeField name="endsAt" label={labels.ends} help={labels.time_help} value={typed.endsAt} error={errors.endsAt} onChange={(endsAt) => change({ endsAt })} />
        </FieldRow>
        <FieldRow>
          <Field name="maxUses" label={labels.max_uses} help={labels.max_help} latin inputMode="numeric" value={typed.maxUses} error={errors.maxUses} onChange={(event) => change({ maxUses: event.target.value })} />
          <Field name="maxUsesPerLearner" label={labels.max_learner} help={labels.max_help} latin inputMode="numeric" value={typed.maxUsesPerLearner} error={errors.maxUsesPerLearner} onChange={(event) => change({ maxUsesPerLearner: event.target.value })} />
        </FieldRow>
        <CourseChoice courses={courses} chosen={typed.courses} labels={labels} error={errors.courses} onChange={(chosen) => change({ courses: chosen })} />
        <Checkbox name="withSale" label={labels.with_sale} checked={typed.withSale} onChange={(event) => change({ withSale: event.target.checked })} />
        <Checkbox name="refundable" label={labels.refundable} checked={typed.refundable} onChange={(event) => change({ refundable: event.target.checked })} />
        <Checkbox name="forTeams" label={labels.for_teams} checked={typed.forTeams} onChange={(event) => change({ forTeams: event.target.checked })} />
        {!theirs && <OutcomeNotice outcome={outcome} labels={labels} />}
        <FormActions><Button type="submit" busy={busy}>{busy ? labels.saving : labels.save}</Button></FormActions>
      </Form>
      <StepUpDialog proof={proof} labels={stepUp} />
    </Card>
  );
}
