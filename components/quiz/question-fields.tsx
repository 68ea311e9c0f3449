import { Checkbox } from '@/components/form/field';
import { CodeText } from '@/components/ui/text/code-text';
import type { ShownQuestion } from '@/lib/quizzes/questions';
import { NumberField, OrderingField } from './answer-fields';
import { fillPlaceholders, type QuestionLabels } from './quiz-labels';
import styles from './question-fields.module.css';

interface Props {
  question: ShownQuestion;
  number: number;
  labels: QuestionLabels;
}

const fieldName = (questionId: string): string => `answers.${questionId}`;

export function QuestionFields({ question, number, labels }: Props) {
  const help = helpOf(question, labels);
  const helpId = `help-${question.id}`;
  return (
    <fieldset className={styles.question} data-question={question.id} aria-describedby={help ? helpId : undefined}>
      <legend className={styles.legend}>
        <span className={styles.number}>{fillPlaceholders(labels.question, { number })}</span>
        <span dir="auto">
          <CodeText>{question.text}</CodeText>
        </span>
      </legend>
      {help && (
        <p className={styles.help} id={helpId}>
          {help}
        </p>
      )}
      <Control question={question} labels={labels} />
    </fieldset>
  );
}

function helpOf({ kind }: ShownQuestion, labels: QuestionLabels): string | null {
  if (kind === 'one') return labels.oneHelp;
  if (kind === 'several') return labels.severalHelp;
  return kind === 'number' ? labels.numberHelp : null;
}

function Control({ question, labels }: Omit<Props, 'number'>) {
  const { id, kind, options, answer } = question;
  const name = fieldName(id);
  if (kind === 'ordering')
    return <OrderingField name={name} items={options} places={Array.isArray(answer) ? answer : null} labels={labels} />;
  if (kind === 'number') return <NumberField name={name} typed={question.typed ?? ''} labels={labels} />;
  if (kind === 'several') {
    return (
      <>
        <input type="hidden" name={`${name}.shown`} value="1" />
        {options.map((option, index) => (
          <Choice
            key={index}
            name={`${name}.${index}`}
            value="1"
            text={option}
            isChosen={Array.isArray(answer) && answer.includes(index)}
          />
        ))}
      </>
    );
  }
  if (kind === 'true_false') {
    return [true, false].map((value) => (
      <Choice
        key={String(value)}
        type="radio"
        name={name}
        value={String(value)}
        text={value ? labels.isTrue : labels.isFalse}
        isChosen={answer === value}
      />
    ));
  }
  return options.map((option, index) => (
    <Choice key={index} type="radio" name={name} value={String(index)} text={option} isChosen={answer === index} />
  ));
}

interface ChoiceProps {
  type?: 'radio' | 'checkbox';
  name: string;
  value: string;
  text: string;
  isChosen: boolean;
}

function Choice({ text, isChosen, ...input }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <Checkbox
        {...input}
        label={
          <span dir="auto">
            <CodeText>{text}</CodeText>
          </span>
        }
        defaultChecked={isChosen}
      />
    </div>
  );
}
