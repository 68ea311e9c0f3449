// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { callJson, type Outcome } from '../../../../_session/json-call';
import { useVersionedForm } from './use-versioned-form';

vi.mock('../../../../_session/json-call', () => ({ callJson: vi.fn() }));

interface Answer { updatedAt: string; code: string }

let form: ReturnType<typeof useVersionedForm<Answer, { code: string }>>;

function Probe({ onRender }: { onRender: (shown: typeof form) => void }) {
  onRender(useVersionedForm<Answer, { code: string }>({ first: { version: '1', value: { code: 'Before' } }, url: '/api/row', read: ({ updatedAt, code }) => ({ version: updatedAt, value: { code } }) }));
  return null;
}
const remember = (shown: typeof form) => {
  form = shown;
};
const send = () => act(async () => void (await form.send({ method: 'PUT', url: '/api/row' })));
const answers = (...outcomes: Outcome[]) => outcomes.forEach((outcome) => vi.mocked(callJson).mockResolvedValueOnce(outcome));
const conflict: Outcome = { ok: false, status: 409, key: 'conflict', title: '', errors: {} };

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  act(() => createRoot(document.createElement('div')).render(<Probe onRender={remember} />));
});

test('N10 N11 O7 after a conflict what is typed goes on over the version that somebody else saved', async () => {
  act(() => form.setTyped({ code: 'Mine' }));
  answers(conflict, { ok: true, answer: { updatedAt: '2', code: 'Theirs' } });
  await send();
  expect(form).toMatchObject({ typed: { code: 'Mine' }, base: { version: '1' }, theirs: { version: '2', value: { code: 'Theirs' } } });
  act(() => form.goOn({ code: 'Mine' }));
  expect(form).toMatchObject({ typed: { code: 'Mine' }, base: { version: '2', value: { code: 'Theirs' } }, theirs: null, outcome: null });
});

test('N10 N11 O7 what was saved is what the next save begins from', async () => {
  answers({ ok: true, answer: { updatedAt: '2', code: 'Stored' } });
  await send();
  expect(form.base).toEqual({ version: '2', value: { code: 'Stored' } });
});
