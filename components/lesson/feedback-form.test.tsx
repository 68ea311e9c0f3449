import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { FeedbackForm } from './feedback-form';

test('a refused form keeps what was typed and shows the error at its field [V9]', () => {
  const typed = { rating: '4', answers: { level: 'middle', helped: 'The examples', improve: 'Too fast' } };
  const html = renderToStaticMarkup(
    provideMessages(
      <FeedbackForm action="/x" typed={typed} errors={{ 'answers.improve': 'At most 2,000 characters' }} />,
    ),
  );
  expect(html).toMatch(/<input type="radio" name="rating" checked="" value="4"\/>/);
  expect(html).toContain('<option value="middle" selected="">');
  expect(html).toMatch(/<textarea[^>]*name="answers\.helped"[^>]*>The examples<\/textarea>/);
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>Too fast<\/textarea>/);
  expect(html).toContain('At most 2,000 characters');
});
