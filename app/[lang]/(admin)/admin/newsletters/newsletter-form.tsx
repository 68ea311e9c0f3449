'use client';

import { languages, languageTraits, type Language } from '@/lib/language';
import type { FreeLesson } from '@/lib/video/playback/lesson-previews';
import { labelOf, type FormLabels } from '../../../_forms/form-labels';
import { RichTextField } from '../../../_forms/rich-text/rich-text-field';
import { Button } from '../../../_ui/button';
import { Field } from '../../../_ui/form/field';
import { FieldRow, Form, FormActions } from '../../../_ui/form/form';
import { Select } from '../../../_ui/form/select';
import { Card } from '../../../_ui/layout/card';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import type { StepUpLabels } from '../_parts/call/step-up-dialog';
import { ContentConflict } from '../_parts/content/content-conflict';
import type { ChoosableCourse } from '../_parts/documents/course-choice';
import { CopyNotice } from '../_parts/drafts/copy-notice';
import type { NewsletterLabels } from './newsletter-labels';
import { SendNewsletter } from './send-newsletter';
import { useNewsletter, type EditedNewsletter, type Typed } from './use-newsletter';

interface NewsletterFormProps {
  newsletter: EditedNewsletter | null; userId: string; courses: readonly ChoosableCourse[]; lang: Language; folder: string; lessons: readonly FreeLesson[];
  labels: NewsletterLabels; form: FormLabels; stepUp: StepUpLabels;
}

/** Row N9: a newsletter is written, saved by itself, tried, and sent as it was saved. */
export function NewsletterForm({ newsletter, userId, courses, lang, folder, lessons, labels, form, stepUp }: NewsletterFormProps) {
  const letter = useNewsletter({ newsletter, lang, userId, folder });
  const { value: typed, saved, theirs, outcome, dirty, status } = letter;
  const { own, content } = labels;
  const errors = outcome && !outcome.ok ? outcome.errors : {};
  const isPlain = outcome && !outcome.ok && !theirs && status === 'refused';
  const change = (more: Partial<Typed>) => letter.change({ ...typed, ...more });
  return (
    <>
      {letter.isRestored && <CopyNotice labels={labels.draft} onUse={letter.goOnWithCopy} onGiveUp={() => letter.show(letter.first)} />}
      {theirs && <ContentConflict base={letter.beganFrom} mine={typed} theirs={theirs.values} labels={content} onGoOn={(values) => letter.goOn(values as Typed)} onTakeTheirs={() => letter.show(theirs)} />}
      <Card as="section">
        <Form noValidate onSubmit={(event) => event.preventDefault()}>
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
          <RichTextField
            key={typed.lang} name="html" label={labelOf('html', form)} help={form.help.html} html={typed.html} lang={typed.lang} error={errors.html} lessons={lessons} labels={form}
            onChange={(html) => change({ html })}
          />
          {isPlain && <OutcomeNotice outcome={outcome} autosaved hasCopy labels={labels.save} />}
          <FormActions>
            <Button busy={status === 'saving'} aria-disabled={!dirty || theirs !== null} onClick={() => void letter.save(typed)}>{labels.save.save}</Button>
            <span role="status">{dirty ? labels.draft[status === 'saved' ? 'typed' : status] : saved.number > 0 && labels.save.saved}</span>
          </FormActions>
        </Form>
      </Card>
      {saved.updatedAt !== null && <SendNewsletter newsletter={{ id: saved.id, readers: letter.readers, updatedAt: saved.updatedAt }} isDirty={dirty} folder={folder} labels={labels} stepUp={stepUp} onRefused={letter.setOutcome} />}
    </>
  );
}

const Languages = () => languages.map((each) => <option key={each} value={each} lang={each}>{languageTraits[each].name}</option>);
