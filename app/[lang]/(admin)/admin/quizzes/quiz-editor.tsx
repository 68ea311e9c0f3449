'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { SchemaForm } from '../../../_forms/schema-form';
import { Button } from '../../../_ui/button';
import { Notice } from '../../../_ui/feedback/notice';
import { Card } from '../../../_ui/layout/card';
import type { EditorLabels } from '../_parts/documents/document-editor';
import { useDraft } from '../_parts/documents/use-draft';
import { OutcomeNotice } from '../_parts/call/outcome-notice';
import { useAdminCall, type Outcome } from '../_parts/call/use-admin-call';
import frame from '../_parts/documents/editor-frame.module.css';

type Quiz = Record<string, JsonValue>;
interface Props { name: string; node: GroupNode; initial: Quiz; version: string; /** Null for a new quiz. */ id: string | null; folder: string; heading: string; labels: EditorLabels }

/** Row N16: rules, title and questions of a quiz, saved whole. */
export function QuizEditor({ name, node, initial, version, id, folder, heading, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const { value, base, dirty, restored, change, settle, accept } = useDraft<Quiz>(name, initial, version);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const save = async () => {
    const named = withQuestionIds(value);
    change(named);
    const target = id === null ? { method: 'POST' as const, url: '/api/admin/quizzes' } : { method: 'PUT' as const, url: `/api/admin/quizzes/${encodeURIComponent(id)}` };
    const result = await call<{ id: string; version: string }>({ ...target, body: id === null ? named : { ...named, version: base } });
    setOutcome(result);
    if (!result.ok) return;
    if (id === null) {
      settle(initial, result.answer.version);
      router.replace(`${folder}/${result.answer.id}`);
    } else {
      accept(named, named, result.answer.version);
      router.refresh();
    }
  };
  // What is typed meanwhile would not come along to the page of the new quiz.
  const isBeingMade = id === null && (busy || outcome?.ok);
  return (
    <section className={frame.editor} aria-labelledby="quiz">
      <h2 id="quiz">{heading}</h2>
      {restored && <Notice tone="info" actions={<Button variant="quiet" size="small" onClick={() => settle(initial, version)}>{labels.discard}</Button>}>{labels.restored}</Notice>}
      <Card inert={isBeingMade}><SchemaForm node={node} label={heading} value={value} errors={outcome && !outcome.ok ? outcome.errors : {}} labels={labels.form} onChange={(next) => change(next as Quiz)} /></Card>
      <div className={frame.bar}>
        <OutcomeNotice outcome={dirty && outcome?.ok ? null : outcome} labels={labels.save} />
        <div className={frame.actions}><Button busy={busy} onClick={() => void save()}>{busy ? labels.save.saving : labels.save.save}</Button></div>
        {dirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
      </div>
    </section>
  );
}

/** A question's figures are found by its id; one of another kind is another question. */
function withQuestionIds(quiz: Quiz): Quiz {
  const questions = Array.isArray(quiz.questions) ? quiz.questions : [];
  return { ...quiz, questions: questions.map((question) => (isNamed(question) ? question : { ...(question as Quiz), id: `q-${crypto.randomUUID().slice(0, 8)}` })) };
}

const isNamed = (question: JsonValue): boolean => typeof question === 'object' && question !== null && 'id' in question && question.id !== '';
