'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { languages, languageTraits, type Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import type { FormLabels } from '../../../_forms/form-labels';
import { Button } from '../../../_ui/button';
import { Field } from '../../../_ui/form/field';
import { FieldRow, Form, FormActions } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import { Card } from '../../../_ui/layout/card';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import type { StepUpLabels } from '../_parts/call/step-up-dialog';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';
import type { ChoosableCourse } from '../_parts/documents/course-choice';
import { RichTextField } from '../_parts/rich-text/rich-text-field';
import type { RichTextLabels } from '../_parts/rich-text/rich-text-labels';
import type { NewsletterLabels } from './newsletter-labels';
import { SendNewsletter } from './send-newsletter';

interface Typed { lang: Language; subject: string; preview: string; html: string; readerLang: Language | null; courseSlug: string | null; courseOwners: boolean }
export interface EditedNewsletter extends Typed { id: string; readers: number; updatedAt: string }

interface NewsletterFormProps {
  newsletter: EditedNewsletter | null; courses: readonly ChoosableCourse[]; lang: Language; folder: string; lessons: readonly FreeLesson[];
  labels: NewsletterLabels; rich: RichTextLabels; form: FormLabels; stepUp: StepUpLabels;
}

const typedOf = ({ lang, subject, preview, html, readerLang, courseSlug, courseOwners }: Typed): Typed => ({ lang, subject, preview, html, readerLang, courseSlug, courseOwners });
const blank = (lang: Language): Typed => ({ lang, subject: '', preview: '', html: '', readerLang: lang, courseSlug: null, courseOwners: true });

/** Row N9: a newsletter is written, saved, tried, and sent as it was saved. */
export function NewsletterForm({ newsletter, courses, lang, folder, lessons, labels, rich, form, stepUp }: NewsletterFormProps) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [saved, setSaved] = useState(newsletter);
  const [typed, setTyped] = useState<Typed>(() => (newsletter ? typedOf(newsletter) : blank(lang)));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { own } = labels;
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const isDirty = saved === null || JSON.stringify(typedOf(saved)) !== JSON.stringify(typed);
  const change = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }));
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const target = saved ? { method: 'PUT' as const, url: `/api/admin/newsletters/${saved.id}` } : { method: 'POST' as const, url: '/api/admin/newsletters' };
    const result = await call<EditedNewsletter>({ ...target, body: { ...typed, ...(saved ? { updatedAt: saved.updatedAt } : {}) } });
    setOutcome(result);
    if (!result.ok) return;
    if (!saved) return router.replace(`${folder}/${result.answer.id}`);
    setSaved(result.answer);
    setTyped(typedOf(result.answer));
  };
  return (
    <>
      <Card as="section">
        <Form onSubmit={(event) => void save(event)} noValidate>
          <FieldRow>
            <Select name="lang" label={own.lang} help={own.lang_help} value={typed.lang} onChange={(event) => change({ lang: event.target.value as Language })}><Languages /></Select>
            <Select name="readerLang" label={own.reader_lang} help={own.reader_lang_help} value={typed.readerLang ?? ''} onChange={(event) => change({ readerLang: (event.target.value || null) as Language | null })}>
              <option value="">{own.all_languages}</option>
              <Languages />
            </Select>
          </FieldRow>
          <FieldRow>
            <Select name="courseSlug" label={own.course_choice} help={own.course_choice_help} error={errors.courseSlug} value={typed.courseSlug ?? ''} onChange={(event) => change({ courseSlug: event.target.value || null })}>
              <option value="">{own.any_course}</option>
              {courses.map(({ slug, title }) => <option key={slug} value={slug}>{title}</option>)}
            </Select>
            {typed.courseSlug !== null && (
              <Select name="courseOwners" label={own.course_rule} value={typed.courseOwners ? 'owners' : 'others'} onChange={(event) => change({ courseOwners: event.target.value === 'owners' })}>
                <option value="owners">{own.owners}</option>
                <option value="others">{own.others}</option>
              </Select>
            )}
          </FieldRow>
          <Field name="subject" label={own.subject} help={own.subject_help} lang={typed.lang} dir="auto" required maxLength={150} autoComplete="off" value={typed.subject} error={errors.subject} onChange={(event) => change({ subject: event.target.value })} />
          <Field name="preview" label={own.preview} help={own.preview_help} lang={typed.lang} dir="auto" maxLength={200} autoComplete="off" value={typed.preview} error={errors.preview} onChange={(event) => change({ preview: event.target.value })} />
          <RichTextField key={typed.lang} name="html" html={typed.html} lang={typed.lang} error={errors.html} lessons={lessons} labels={rich} form={form} onChange={(html) => change({ html })} />
          <OutcomeNotice outcome={outcome?.ok && isDirty ? null : outcome} labels={labels.save} />
          <FormActions><Button type="submit" busy={busy} disabled={!isDirty}>{busy ? labels.save.saving : labels.save.save}</Button></FormActions>
        </Form>
      </Card>
      {saved && <SendNewsletter newsletter={saved} isDirty={isDirty} folder={folder} labels={labels} stepUp={stepUp} onRefused={setOutcome} />}
    </>
  );
}

const Languages = () => languages.map((each) => <option key={each} value={each} lang={each}>{languageTraits[each].name}</option>);
