'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { DraftNotices } from '@/components/admin/documents/draft-notices';
import { draftKey, type DraftVersion, replaceUrl } from '@/components/admin/documents/draft-url';
import { mapAnswer, type SavedVersion, useDraft } from '@/components/admin/documents/use-draft';
import { Field, Select } from '@/components/form/field';
import { FieldRow, Form, FormActions } from '@/components/form/form';
import { type FormLabels, labelOf } from '@/components/form/form-labels';
import { RichTextField } from '@/components/form/rich-text/rich-text-field';
import { Card } from '@/components/layout/card';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { type Language, languages, languageTraits } from '@/lib/language';
import type { FreeLesson } from '@/lib/lessons/playback/lesson-previews';
import { SendNewsletter } from './send-newsletter';

interface NewsletterFormProps {
  newsletter: EditedNewsletter | null;
  userId: string;
  courses: ReadonlyArray<{ slug: string; title: string }>;
  lang: Language;
  folder: string;
  lessons: readonly FreeLesson[];
  form: FormLabels;
}

export function NewsletterForm({ newsletter, userId, courses, lang, folder, lessons, form }: NewsletterFormProps) {
  const t = useTranslations('admin');
  const [{ readers, htmlBytes }, setSize] = useState<NewsletterSize>(newsletter ?? { readers: 0, htmlBytes: 0 });
  /** Another admin deleted the draft, so the text has become a draft of its own. */
  const [isGone, setGone] = useState(false);
  const draft = useDraft<NewsletterFields, DraftVersion>({
    key: draftKey('newsletter', userId),
    initial: newsletter ? savedNewsletter(newsletter) : emptyNewsletter(lang),
    autosave: true,
    async save(values, { id, updatedAt }) {
      const create = () => callJson<EditedNewsletter>({ method: 'POST', url: '/api/admin/newsletters', body: values });
      const change = () =>
        callJson<EditedNewsletter>({
          method: 'PUT',
          url: `/api/admin/newsletters/${id}`,
          body: { ...values, ...(updatedAt && { updatedAt }) },
        });
      let result = await (id === '' ? create() : change());
      if (id !== '' && !result.ok && result.key === 'newsletter-deleted') {
        result = await create();
        if (result.ok) setGone(true);
      }
      if (result.ok) {
        setSize(result.answer);
        replaceUrl(`${folder}/${result.answer.id}`);
      }
      return mapAnswer(result, (stored) => ({ version: savedNewsletter(stored).version, value: values }));
    },
    load: async ({ id }) =>
      mapAnswer(
        await callJson<EditedNewsletter>({ method: 'GET', url: `/api/admin/newsletters/${id}` }),
        savedNewsletter,
      ),
  });
  const { value: typed, saved, theirs, outcome, errors, isDirty, status } = draft;
  const fieldNames = {
    lang: t('newsletter_lang'),
    readerLang: t('newsletter_reader_lang'),
    courseSlug: t('newsletter_course_choice'),
    courseOwners: t('newsletter_course_rule'),
    subject: t('newsletter_subject'),
    preview: t('newsletter_preview'),
    html: t('newsletter_text'),
  };
  const isPlain = outcome && !outcome.ok && !theirs && status === 'refused';
  const change = (more: Partial<NewsletterFields>) => draft.change({ ...typed, ...more });
  return (
    <>
      {isGone && (
        <Notice tone="notice" alert>
          {t('newsletter_gone')}
        </Notice>
      )}
      <DraftNotices draft={draft} names={{ ...form, labels: { ...form.labels, ...fieldNames } }} isAutosaved />
      <Card as="section">
        <Form data-draft noValidate onSubmit={(event) => event.preventDefault()}>
          <FieldRow>
            <Select
              name="lang"
              label={t('newsletter_lang')}
              help={t('newsletter_lang_help')}
              value={typed.lang}
              onChange={(event) => change({ lang: event.target.value as Language })}
            >
              <Languages />
            </Select>
            <Select
              name="readerLang"
              label={t('newsletter_reader_lang')}
              help={t('newsletter_reader_lang_help')}
              value={typed.readerLang ?? ''}
              onChange={(event) => change({ readerLang: (event.target.value || null) as Language | null })}
            >
              <option value="">{t('newsletter_all_languages')}</option>
              <Languages />
            </Select>
          </FieldRow>
          <FieldRow>
            <Select
              name="courseSlug"
              label={t('newsletter_course_choice')}
              help={t('newsletter_course_choice_help')}
              error={errors.courseSlug}
              value={typed.courseSlug ?? ''}
              onChange={(event) => change({ courseSlug: event.target.value || null })}
            >
              <option value="">{t('newsletter_any_course')}</option>
              {courses.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </Select>
            {typed.courseSlug !== null && (
              <Select
                name="courseOwners"
                label={t('newsletter_course_rule')}
                value={typed.courseOwners ? 'owners' : 'others'}
                onChange={(event) => change({ courseOwners: event.target.value === 'owners' })}
              >
                <option value="owners">{t('newsletter_owners')}</option>
                <option value="others">{t('newsletter_others')}</option>
              </Select>
            )}
          </FieldRow>
          <Field
            name="subject"
            label={t('newsletter_subject')}
            help={t('newsletter_subject_help')}
            lang={typed.lang}
            dir="auto"
            required
            maxLength={150}
            autoComplete="off"
            value={typed.subject}
            error={errors.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
          <Field
            name="preview"
            label={t('newsletter_preview')}
            help={t('newsletter_preview_help')}
            lang={typed.lang}
            dir="auto"
            maxLength={200}
            autoComplete="off"
            value={typed.preview}
            error={errors.preview}
            onChange={(event) => change({ preview: event.target.value })}
          />
          <RichTextField
            key={typed.lang}
            name="html"
            label={labelOf('html', form)}
            help={form.help.html}
            html={typed.html}
            lang={typed.lang}
            error={errors.html}
            lessons={lessons}
            labels={form}
            onChange={(html) => change({ html })}
          />
          {isPlain && <OutcomeNotice outcome={outcome} autosaved hasCopy />}
          <FormActions>
            <Button
              busy={status === 'saving'}
              aria-disabled={!isDirty || theirs !== null}
              onClick={() => void draft.flush()}
            >
              {t('save')}
            </Button>
            <span role="status">
              {isDirty
                ? t(`article_${status === 'saved' ? 'typed' : status}`)
                : saved.version.number > 0 && t('newsletter_saved')}
            </span>
          </FormActions>
        </Form>
      </Card>
      {saved.version.updatedAt !== null && (
        <SendNewsletter
          newsletter={{ id: saved.version.id, readers, htmlBytes, updatedAt: saved.version.updatedAt }}
          isDirty={isDirty}
          folder={folder}
          onFailure={(outcome) => void draft.reportOutcome(outcome)}
        />
      )}
    </>
  );
}

const Languages = () =>
  languages.map((each) => (
    <option key={each} value={each} lang={each}>
      {languageTraits[each].name}
    </option>
  ));

// A type alias, because an interface is not assignable to `JsonValue`.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type NewsletterFields = {
  lang: Language;
  subject: string;
  preview: string;
  html: string;
  readerLang: Language | null;
  courseSlug: string | null;
  courseOwners: boolean;
};
interface NewsletterSize {
  readers: number;
  htmlBytes: number;
}
interface EditedNewsletter extends NewsletterFields, NewsletterSize {
  id: string;
  updatedAt: string;
}

const newsletterFields = ({
  lang,
  subject,
  preview,
  html,
  readerLang,
  courseSlug,
  courseOwners,
}: NewsletterFields): NewsletterFields => ({
  lang,
  subject,
  preview,
  html,
  readerLang,
  courseSlug,
  courseOwners,
});
const emptyNewsletter = (lang: Language): SavedVersion<NewsletterFields, DraftVersion> => ({
  version: { id: '', number: 0, updatedAt: null },
  value: { lang, subject: '', preview: '', html: '', readerLang: lang, courseSlug: null, courseOwners: true },
});
const savedNewsletter = (newsletter: EditedNewsletter): SavedVersion<NewsletterFields, DraftVersion> => ({
  version: { id: newsletter.id, number: 1, updatedAt: newsletter.updatedAt },
  value: newsletterFields(newsletter),
});
