'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type SyntheticEvent, useState } from 'react';
import { ConfirmButton } from '@/components/admin/call/dialogs';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { type Outcome, useAdminCall } from '@/components/admin/call/use-admin-call';
import { describedBy, FieldFrame, Select } from '@/components/form/field';
import { Form, FormActions } from '@/components/form/form';
import { Card } from '@/components/layout/card';
import { Button } from '@/components/ui/button';
import { type Language, languages, type Localised } from '@/lib/language';
import { decodeCaptions } from '@/lib/lessons/captions/decode-captions';
import type { PlannedChapter } from './lesson-plan';
import styles from './lesson-uploads.module.css';

interface LessonCaptionState {
  file: string;
  languages: Language[];
}
interface LessonCaptionsProps {
  slug: string;
  lang: Language;
  chapters: PlannedChapter[];
  initial: LessonCaptionState[];
  languageNames: Localised;
}

export function LessonCaptions({ slug, lang, chapters, initial, languageNames }: LessonCaptionsProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const lessons = chapters.flatMap((chapter) => chapter.lessons);
  const [captioned, setCaptioned] = useState(() => new Map(initial.map(({ file, languages: known }) => [file, known])));
  const [file, setFile] = useState(lessons[0]?.file ?? '');
  const [chosen, setChosen] = useState<ChosenCaptions>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [saved, setSaved] = useState(0);
  const knownLanguages = captioned.get(file) ?? [];
  const url = `/api/admin/courses/${encodeURIComponent(slug)}/lessons/${encodeURIComponent(file)}/captions`;
  const showSaved = (answer: LessonCaptionState) => {
    setOutcome({ ok: true, answer });
    setChosen({});
    setSaved((count) => count + 1);
    setCaptioned((all) => new Map(all).set(file, answer.languages));
    router.refresh();
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = await readCaptions(chosen).catch(() => null);
    if (!body)
      return setOutcome({ ok: false, status: 422, key: 'unreadable', title: t('file_unreadable'), errors: {} });
    const result = await call<LessonCaptionState>({ method: 'PUT', url, body });
    if (result.ok) showSaved(result.answer);
    else setOutcome(result);
  };
  const stateOf = (has: Language[]) =>
    has.length > 0
      ? `${t('captions_with')} ${has.map((each) => languageNames[each]).join(' + ')}`
      : t('captions_without');
  return (
    <Card as="section" aria-labelledby="captions" className={styles.uploads}>
      <h2 id="captions">{t('captions_title')}</h2>
      <p>{t('captions_intro')}</p>
      <Form onSubmit={(event) => void submit(event)} noValidate>
        <Select
          name="captions-lesson"
          label={t('captions_lesson')}
          value={file}
          onChange={(event) => {
            setFile(event.target.value);
            setChosen({});
            setOutcome(null);
          }}
        >
          {lessons.map((each) => (
            <option key={each.file} value={each.file}>
              {each.name[lang]} · {stateOf(captioned.get(each.file) ?? [])}
            </option>
          ))}
        </Select>
        <CaptionFiles
          key={`${file} ${saved}`}
          prefix="captions"
          languageNames={languageNames}
          help={(each) => (knownLanguages.includes(each) ? t('captions_there') : t('captions_missing'))}
          chosen={chosen}
          errors={outcome && !outcome.ok ? outcome.errors : {}}
          onChange={(next) => {
            setChosen(next);
            setOutcome(null);
          }}
        />
        <OutcomeNotice outcome={outcome} />
        <FormActions>
          <Button type="submit" busy={busy} disabled={languages.every((each) => !chosen[each])}>
            {t('captions_save')}
          </Button>
          {knownLanguages.map((each) => (
            <ConfirmButton
              key={each}
              variant="quiet"
              icon="trash"
              label={`${t('captions_remove')}: ${languageNames[each]}`}
              question={t('captions_remove_sure')}
              danger
              request={{ method: 'PUT', url, body: { [each]: null } }}
              onDone={(answer) => showSaved(answer as LessonCaptionState)}
            />
          ))}
        </FormActions>
      </Form>
    </Card>
  );
}

export type ChosenCaptions = Partial<Record<Language, File>>;
interface CaptionFilesProps {
  prefix: string;
  languageNames: Localised;
  help?: (lang: Language) => string;
  chosen: ChosenCaptions;
  errors: Record<string, string>;
  onChange: (chosen: ChosenCaptions) => void;
}

export function CaptionFiles({ prefix, languageNames, help, chosen, errors, onChange }: CaptionFilesProps) {
  const t = useTranslations('admin');
  return (
    <div className={styles.captions}>
      {languages.map((lang) => {
        const id = `${prefix}-${lang}`;
        const error = errors[`captions.${lang}`];
        const helpText = help?.(lang);
        return (
          <FieldFrame
            key={lang}
            id={id}
            label={t('captions_in', { language: languageNames[lang] })}
            help={helpText}
            error={error}
          >
            <input
              id={id}
              className={styles.file}
              type="file"
              accept=".vtt,.srt,text/vtt,application/x-subrip"
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(id, helpText, error)}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                onChange({ ...chosen, [lang]: file });
              }}
            />
          </FieldFrame>
        );
      })}
    </div>
  );
}

/** @throws DOMException if a file was moved or changed */
export async function readCaptions(
  chosen: ChosenCaptions,
): Promise<Partial<Record<Language, { name: string; text: string }>>> {
  const files = languages.flatMap((lang) => {
    const file = chosen[lang];
    return file ? [{ lang, file }] : [];
  });
  return Object.fromEntries(
    await Promise.all(
      files.map(
        async ({ lang, file }) =>
          [lang, { name: file.name, text: decodeCaptions(new Uint8Array(await file.arrayBuffer()), lang) }] as const,
      ),
    ),
  );
}
