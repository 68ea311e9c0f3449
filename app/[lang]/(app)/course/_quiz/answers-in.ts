/** As the call takes them: a text by question, or texts by position where a question has several fields. */
export type SentAnswers = Record<string, string | Record<string, string>>;

/** The answers in a form whose fields are named `answers.{question}` or `answers.{question}.{position}`. */
export function answersIn(form: HTMLFormElement): SentAnswers {
  const answers: SentAnswers = {};
  for (const [name, value] of new FormData(form)) {
    const [part, question, position] = name.split('.');
    if (part !== 'answers' || question === undefined || typeof value !== 'string') continue;
    if (position === undefined) answers[question] = value;
    else answers[question] = { ...(typeof answers[question] === 'object' ? answers[question] : {}), [position]: value };
  }
  return answers;
}

/** How many questions have an answer: something typed, chosen or put in order. */
export const countAnswered = (answers: SentAnswers): number =>
  Object.values(answers).filter((answer) => (typeof answer === 'string' ? answer.trim() !== '' : Object.entries(answer).some(([position, value]) => position !== 'shown' && value !== '0'))).length;
