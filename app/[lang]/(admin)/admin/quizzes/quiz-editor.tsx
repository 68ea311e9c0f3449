'use client';

import { useRouter } from 'next/navigation';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { SchemaForm } from '../../../_forms/schema-form';
import { Button } from '../../../_ui/button';
import { Notice } from '../../../_ui/feedback/notice';
import { Card } from '../../../_ui/layout/card';
import type { EditorLabels } from '../_parts/documents/document-editor';
import { useDocument, type Json as Quiz } from '../_parts/documents/use-document';
import { ContentConflict } from '../_parts/content/content-conflict';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import frame from '../_parts/documents/editor-frame.module.css';

interface Props { name: string; node: GroupNode; initial: Quiz; version: string; /** Null for a new quiz. */ id: string | null; folder: string; heading: string; labels: EditorLabels }

/** Row N16: rules, title and questions of a quiz, saved whole. */
export function QuizEditor({ name, node, initial, version, id, folder, heading, labels }: Props) {
  const router = useRouter();
  const url = id === null ? null : `/api/admin/quizzes/${encodeURIComponent(id)}`;
  const quiz = useDocument({ name, node, initial, version, url, versionField: 'version' });
  const { value, base, dirty, restored, change, outcome, theirs, busy } = quiz;
  const save = async () => {
    const named = withQuestionIds(value);
    change(named);
    const result = await quiz.send(url === null ? { method: 'POST', url: '/api/admin/quizzes', body: named } : { method: 'PUT', url, body: { ...named, version: base } });
    if (!result.ok) return;
    if (url === null) {
      quiz.settle(initial, String(result.answer.version ?? ''));
      router.replace(`${folder}/${String(result.answer.id)}`);
    } else {
      quiz.accept(named, named, String(result.answer.version ?? ''));
      router.refresh();
    }
  };
  // What is typed meanwhile would not come along to the page of the new quiz.
  const isBeingMade = id === null && (busy || outcome?.ok);
  return (
    <section className={frame.editor} aria-labelledby="quiz">
      <h2 id="quiz">{heading}</h2>
      {restored && <Notice tone="info" actions={<Button variant="quiet" size="small" onClick={quiz.discard}>{labels.discard}</Button>}>{labels.restored}</Notice>}
      {theirs && <ContentConflict base={quiz.beganFrom} mine={value} theirs={theirs.value} labels={labels.conflict} onGoOn={quiz.goOn} onTakeTheirs={quiz.takeTheirs} />}
      <Card inert={isBeingMade}><SchemaForm node={node} label={heading} value={value} errors={outcome && !outcome.ok ? outcome.errors : {}} labels={labels.form} onChange={(next) => change(next as Quiz)} /></Card>
      <div className={frame.bar}>
        {!theirs && <OutcomeNotice outcome={dirty && outcome?.ok ? null : outcome} hasCopy labels={labels.save} />}
        <div className={frame.actions}><Button busy={busy} onClick={() => void save()}>{busy ? labels.save.saving : labels.save.save}</Button></div>
        {dirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
      </div>
    </section>
  );
}

/** A question's figures are found by its id; one of another kind is another question. */
function withQuestionIds(quiz: Quiz): Quiz {
  const questions = Array.isArray(quiz.questions) ? quiz.questions : [];
  return { ...quiz, questions: questions.map((question) => (isNamed(question) ? question : { ...(question as Quiz), id: newQuestionId() })) };
}

/** Not `randomUUID`, which a page without HTTPS lacks. */
const newQuestionId = () => `q-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0')}`;

const isNamed = (question: JsonValue): boolean => typeof question === 'object' && question !== null && 'id' in question && question.id !== '';
