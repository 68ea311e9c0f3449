import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FeedbackForm } from './feedback-form';

const texts = { rating: { legend: 'Rating', cancel: 'None', stars: '{count} stars' }, level: 'Level', levels: ['A', 'B', 'C'], choose: 'Choose', helped: 'Helped', improve: 'Improve', submit: 'Send', busy: 'Sending', sent: 'Sent', failed: 'Failed' };

test('a refused form comes back with what was typed, and the refusal at its field [V9]', () => {
  const typed = { rating: '4', answers: { level: 'middle', helped: 'The examples', improve: 'Too fast' } };
  const html = renderToStaticMarkup(<FeedbackForm action="/x" labels={texts} typed={typed} refused={{ 'answers.improve': 'At most 2,000 characters' }} />);
  expect(html).toMatch(/<input type="radio" name="rating" checked="" value="4"\/>/);
  expect(html).toContain('<option value="middle" selected="">');
  expect(html).toMatch(/<textarea[^>]*name="answers\.helped"[^>]*>The examples<\/textarea>/);
  expect(html).toMatch(/<textarea[^>]*aria-invalid="true"[^>]*>Too fast<\/textarea>/);
  expect(html).toContain('At most 2,000 characters');
});
