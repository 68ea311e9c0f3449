import { ConfirmButton } from '@/components/admin/call/dialogs';
import { createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { ItemTable } from '@/components/admin/quizzes/item-table';
import { QuizEditor } from '@/components/admin/quizzes/quiz-editor';
import { kindLabels, quizFieldLabels, quizFormNode } from '@/components/admin/quizzes/quiz-form-node';
import { readFormLabels } from '@/components/form/generated-labels';
import type { JsonValue } from '@/lib/content/form/form-node';
import { defaultLanguage } from '@/lib/language';
import { type AdminQuiz, listLessonChoices, readItemStatistics, requireAdminQuiz } from '@/lib/quizzes/admin/quizzes';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_quizzes');

const blank = {
  id: '',
  purpose: 'lesson',
  lesson: null,
  published: false,
  title: { [defaultLanguage]: '' },
  passPercent: 70,
  maxAttempts: null,
  timeLimitMinutes: null,
  shuffle: true,
  neededForCertificate: false,
  questions: [],
};

export default async function QuizPage({ params }: Props) {
  const { id } = await params;
  return renderAdminPage(params, `/quizzes/${id}`, async ({ actor, lang, t }) => {
    const [quiz, lessons, items] = await Promise.all([
      id === 'new' ? null : requireAdminQuiz(actor, id),
      listLessonChoices(actor),
      readItemStatistics(actor, id),
    ]);
    const form = await readFormLabels(lang);
    const names = Object.fromEntries(
      lessons.map(({ place, course, lesson }) => [place, `${course[lang]} · ${lesson[lang]}`]),
    );
    const purposes = Object.fromEntries(
      (['lesson', 'chapter', 'level'] as const).map((purpose) => [purpose, t(`quiz_purpose_${purpose}`)]),
    );
    return (
      <>
        <PageHead
          back={{ href: `/${lang}/admin/quizzes`, label: t('section_quizzes') }}
          title={quiz ? <bdi>{quiz.title[lang] ?? quiz.title[defaultLanguage]}</bdi> : t('new_quiz')}
          intro={quiz ? t(quiz.editedHere ? 'quiz_edited' : 'quiz_follows') : t('quiz_new_intro')}
        />
        {quiz && <ItemTable questions={quiz.questions} items={items} lang={lang} t={t} />}
        <QuizEditor
          draftKey={`quiz:${actor.userId}:${id}`}
          node={quizFormNode({ isNew: !quiz, places: lessons.map(({ place }) => place), t })}
          initial={quiz ? toEditableQuiz(quiz) : blank}
          version={quiz?.version ?? ''}
          id={quiz?.id ?? null}
          folder={`/${lang}/admin/quizzes`}
          form={{ ...form, labels: { ...form.labels, ...names, ...purposes, ...kindLabels(t) } }}
          fieldNames={quizFieldLabels(t)}
          heading={t('quiz_title_and_questions')}
        />
        {quiz?.madeHere && (
          <div>
            <ConfirmButton
              size="small"
              variant="danger"
              icon="trash"
              label={t('delete_quiz')}
              question={t('sure_delete_quiz')}
              danger
              request={{ method: 'DELETE', url: `/api/admin/quizzes/${id}` }}
              next={`/${lang}/admin/quizzes`}
            />
          </div>
        )}
      </>
    );
  });
}

const toEditableQuiz = ({ id: _id, version: _version, editedHere: _edited, madeHere: _made, ...quiz }: AdminQuiz) =>
  quiz as unknown as Record<string, JsonValue>;
