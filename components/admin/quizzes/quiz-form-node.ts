import 'server-only';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormField, FormNode, GroupNode } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { newQuizSchema, questionKinds, quizSchema } from '@/lib/content/quiz-schema';

interface QuizFormNodeOptions {
  isNew: boolean;
  places: string[];
  t: AdminTexts;
}

export function quizFormNode({ isNew, places, t }: QuizFormNodeOptions): GroupNode {
  const form = buildForm(isNew ? newQuizSchema : quizSchema) as GroupNode;
  const labels = buildLabels(t);
  const buildField = ({ name, required, node }: FormField): FormField => ({
    name,
    required,
    ...labels[name],
    node:
      name === 'lesson' || name === 'begin'
        ? { kind: 'choice', options: places, nullable: name === 'lesson' }
        : buildNode(node),
  });
  const describeQuestion = (group: GroupNode): GroupNode => ({
    kind: 'group',
    fields: group.fields.filter(({ name }) => name !== 'id').map(buildField),
  });
  const buildNode = (node: FormNode): FormNode => {
    if (node.kind === 'group') return { kind: 'group', fields: node.fields.map(buildField) };
    if (node.kind === 'list') return { ...node, item: buildNode(node.item) };
    if (node.kind === 'variants')
      return {
        ...node,
        variants: node.variants.map(({ name, node: group }) => ({ name, node: describeQuestion(group) })),
      };
    return node;
  };
  return { kind: 'group', fields: form.fields.map(buildField) };
}

export const quizFieldLabels = (t: AdminTexts): Record<string, string> =>
  Object.fromEntries(Object.entries(buildLabels(t)).map(([name, { label }]) => [name, label]));

export const kindLabels = (t: AdminTexts): Record<string, string> =>
  Object.fromEntries(questionKinds.map((kind) => [kind, t(`quiz_label_${kind}`)]));

function buildLabels(t: AdminTexts): Record<string, { label: string; help?: string }> {
  const inQuestions = ['text', 'explanation', 'begin', 'options', 'right', 'tolerance', 'items', 'title'] as const;
  return {
    ...Object.fromEntries(inQuestions.map((name) => [name, { label: t(`quiz_label_${name}`) }])),
    questions: { label: t('quiz_label_questions'), help: t('quiz_questions_help') },
    id: { label: t('quiz_id'), help: t('quiz_id_help') },
    purpose: { label: t('quiz_purpose') },
    lesson: { label: t('quiz_lesson'), help: t('quiz_lesson_help') },
    passPercent: { label: t('quiz_pass_percent') },
    maxAttempts: { label: t('quiz_max_attempts'), help: t('quiz_max_help') },
    timeLimitMinutes: { label: t('quiz_time'), help: t('quiz_time_help') },
    shuffle: { label: t('quiz_shuffle') },
    neededForCertificate: { label: t('quiz_needed') },
    published: { label: t('quiz_published') },
  };
}
