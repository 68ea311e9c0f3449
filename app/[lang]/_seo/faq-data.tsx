import { JsonLd } from './json-ld';

/** The questions and answers that the page shows. */
export function FaqData({ faq }: { faq: ReadonlyArray<{ question: string; answer: string }> }) {
  const entries = faq.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }));
  return <JsonLd data={{ '@type': 'FAQPage', mainEntity: entries }} />;
}
