'use client';

import { useRouter } from 'next/navigation';
import { useAdminCall } from '@/components/admin/call/use-admin-call';
import { DraftNotices } from '@/components/admin/documents/draft-notices';
import { SaveBar } from '@/components/admin/documents/save-bar';
import { type JsonObject as Quiz, mapAnswer, useDraft } from '@/components/admin/documents/use-draft';
import type { FormLabels } from '@/components/form/form-labels';
import { SchemaForm } from '@/components/form/schema-form';
import { Card } from '@/components/layout/card';
import { callJson } from '@/components/session/json-call';
import type { GroupNode, JsonValue } from '@/lib/content/form/form-node';
import { pickFields } from '@/lib/content/form/values';
import frame from '@/components/admin/documents/editor-frame.module.css';

interface Props {
  draftKey: string;
  node: GroupNode;
  initial: Quiz;
  version: string;
  id: string | null;
  folder: string;
  heading: string;
  form: FormLabels;
  fieldNames: Readonly<Record<string, string>>;
}

export function QuizEditor({ draftKey, node, initial, version, id, folder, heading, form, fieldNames }: Props) {
  const router = useRouter();
  const url = id === null ? null : `/api/admin/quizzes/${encodeURIComponent(id)}`;
  const { call, busy } = useAdminCall();
  const draft = useDraft<Quiz>({
    key: draftKey,
    initial: { version, value: initial },
    async save(quiz, base) {
      const result = await call<Quiz>(
        url === null
          ? { method: 'POST', url: '/api/admin/quizzes', body: quiz }
          : { method: 'PUT', url, body: { ...quiz, version: base } },
      );
      if (result.ok && url === null) router.replace(`${folder}/${String(result.answer.id)}`);
      return mapAnswer(result, (answer) => ({ version: String(answer.version ?? ''), value: quiz }));
    },
    load: async () =>
      mapAnswer(await callJson<Quiz>({ method: 'GET', url: url ?? '' }), (answer) => ({
        version: String(answer.version ?? ''),
        value: pickFields(answer, node),
      })),
  });
  const { value, change, outcome, errors } = draft;
  const save = async () => {
    change(addQuestionIds(value));
    if ((await draft.save()) && url !== null) router.refresh();
  };
  // Block the form while the quiz is created: text typed now would be lost on the new quiz's page.
  const isBeingCreated = id === null && (busy || outcome?.ok);
  return (
    <section className={frame.editor} aria-labelledby="quiz">
      <h2 id="quiz">{heading}</h2>
      <DraftNotices draft={draft} names={{ ...form, labels: { ...form.labels, ...fieldNames } }} />
      <Card inert={isBeingCreated}>
        <SchemaForm
          node={node}
          label={heading}
          value={value}
          errors={errors}
          labels={form}
          onChange={(next) => change(next as Quiz)}
        />
      </Card>
      <SaveBar draft={draft} busy={busy} onSave={save} />
    </section>
  );
}

/** Adds ids to new questions, because statistics are stored by question id. */
function addQuestionIds(quiz: Quiz): Quiz {
  const questions = Array.isArray(quiz.questions) ? quiz.questions : [];
  return {
    ...quiz,
    questions: questions.map((question) =>
      isNamed(question) ? question : { ...(question as Quiz), id: newQuestionId() },
    ),
  };
}

/** `randomUUID` is missing on pages without HTTPS. */
const newQuestionId = () => `q-${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(16).padStart(8, '0')}`;

const isNamed = (question: JsonValue): boolean =>
  typeof question === 'object' && question !== null && 'id' in question && question.id !== '';
