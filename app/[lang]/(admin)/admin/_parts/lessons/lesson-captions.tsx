'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { languages, type Language } from '@/lib/language';
import { Button } from '../../../../_ui/button';
import { Card } from '../../../../_ui/layout/card';
import { Form, FormActions } from '../../../../_ui/form/form';
import { Select } from '../../../../_ui/form/select';
import { CaptionFiles, readCaptions, type ChosenCaptions } from './caption-files';
import type { SaveLabels } from '../call/client-labels';
import { ConfirmButton, type ConfirmLabels } from '../call/confirm-button';
import styles from './lesson-uploads.module.css';
import type { PlannedChapter } from './move-lesson';
import { OutcomeNotice } from '../call/outcome-notice';
import { useAdminCall, type Outcome } from '../call/use-admin-call';

export interface CaptionLabels {
  title: string; intro: string; lesson: string; has: string; without: string; there: string; missing: string; remove: string; remove_sure: string; confirm: ConfirmLabels; send: string; unreadable: string; save: SaveLabels;
  labels: Record<Language, string>; names: Record<Language, string>;
}
interface Captioned { file: string; languages: Language[] }
interface LessonCaptionsProps { slug: string; lang: Language; chapters: PlannedChapter[]; initial: Captioned[]; labels: CaptionLabels }

/** Rows O7, L9: captions for a lesson that is there, new ones for old ones, or none any more. */
export function LessonCaptions({ slug, lang, chapters, initial, labels }: LessonCaptionsProps) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const lessons = chapters.flatMap((chapter) => chapter.lessons);
  const [captioned, setCaptioned] = useState(() => new Map(initial.map(({ file, languages: known }) => [file, known])));
  const [file, setFile] = useState(lessons[0]?.file ?? '');
  const [chosen, setChosen] = useState<ChosenCaptions>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [saved, setSaved] = useState(0);
  const known = captioned.get(file) ?? [];
  const url = `/api/admin/courses/${encodeURIComponent(slug)}/lessons/${encodeURIComponent(file)}/captions`;
  const accept = (answer: Captioned) => {
    setOutcome({ ok: true, answer });
    setChosen({});
    setSaved((count) => count + 1);
    setCaptioned((all) => new Map(all).set(file, answer.languages));
    router.refresh();
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const body = await readCaptions(chosen).catch(() => null);
    if (!body) return setOutcome({ ok: false, status: 422, key: 'unreadable', title: labels.unreadable, errors: {} });
    const result = await call<Captioned>({ method: 'PUT', url, body });
    if (result.ok) accept(result.answer);
    else setOutcome(result);
  };
  const stateOf = (has: Language[]) => (has.length > 0 ? `${labels.has} ${has.map((each) => labels.names[each]).join(' + ')}` : labels.without);
  return (
    <Card as="section" aria-labelledby="captions" className={styles.uploads}>
      <h2 id="captions">{labels.title}</h2>
      <p>{labels.intro}</p>
      <Form onSubmit={(event) => void submit(event)} noValidate>
        <Select name="captions-lesson" label={labels.lesson} value={file} onChange={(event) => { setFile(event.target.value); setChosen({}); setOutcome(null); }}>
          {lessons.map((each) => <option key={each.file} value={each.file}>{each.name[lang]} · {stateOf(captioned.get(each.file) ?? [])}</option>)}
        </Select>
        <CaptionFiles
          key={`${file} ${saved}`} prefix="captions" labels={labels.labels} help={(each) => (known.includes(each) ? labels.there : labels.missing)} chosen={chosen}
          errors={outcome && !outcome.ok ? outcome.errors : {}} onChange={(next) => { setChosen(next); setOutcome(null); }}
        />
        <OutcomeNotice outcome={outcome} labels={labels.save} />
        <FormActions>
          <Button type="submit" busy={busy} disabled={languages.every((each) => !chosen[each])}>{labels.send}</Button>
          {known.map((each) => (
            <ConfirmButton
              key={each} variant="quiet" icon="trash" label={`${labels.remove}: ${labels.names[each]}`} question={labels.remove_sure} danger
              request={{ method: 'PUT', url, body: { [each]: null } }} onDone={(answer) => accept(answer as Captioned)} labels={labels.confirm}
            />
          ))}
        </FormActions>
      </Form>
    </Card>
  );
}
