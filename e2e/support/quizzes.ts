import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { type Question, quizSchema } from '../../lib/content/quiz-schema';

/** Reads a sample quiz without backticks, which mark code in the content file and are not shown. */
export const readSampleQuiz = (id: string) =>
  quizSchema.parse(JSON.parse(readFileSync(`content/midan/quizzes/${id}.json`, 'utf8').replaceAll('`', '')));

export const questionGroup = (page: Page, question: Question): Locator =>
  page.getByRole('group').filter({ hasText: question.text.ar });

export async function answerCorrectly(page: Page, question: Question): Promise<void> {
  const group = questionGroup(page, question);
  switch (question.kind) {
    case 'one':
    case 'several':
      for (const { text } of question.options.filter(({ right }) => right))
        await group.getByLabel(text.ar, { exact: true }).check();
      return;
    case 'true_false':
      return group.getByLabel(question.right ? 'صحيح' : 'خطأ', { exact: true }).check();
    case 'number':
      return group.getByLabel('إجابتك').fill(String(question.right));
    case 'ordering':
      return putInOrder(
        group,
        question.items.map(({ ar }) => ar),
      );
  }
}

async function putInOrder(group: Locator, items: string[]): Promise<void> {
  const places = group.getByRole('combobox');
  if ((await places.count()) > 0) {
    for (const [index, item] of items.entries())
      await group.getByLabel(`ترتيب: ${item}`).selectOption(String(index + 1));
    return;
  }
  for (const [index, item] of items.entries()) {
    const rows = group.getByRole('listitem');
    const texts = await rows.allInnerTexts();
    for (let at = texts.findIndex((text) => text.includes(item)); at > index; at -= 1)
      await group.getByRole('button', { name: `انقل إلى أعلى: ${item}` }).press('Enter');
  }
}
