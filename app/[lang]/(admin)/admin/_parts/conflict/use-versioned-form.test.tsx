// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { callJson, type Outcome } from '../../../../_session/json-call';
import { useVersionedForm } from './use-versioned-form';

vi.mock('../../../../_session/json-call', () => ({ callJson: vi.fn() }));

interface Answer { updatedAt: string; code: string }

let form: ReturnType<typeof useVersionedForm<Answer, { code: string }>>;

interface ProbeProps { first: { version: string; value: { code: string } }; onRender: (shown: typeof form) => void }

function Probe({ first, onRender }: ProbeProps) {
  onRender(useVersionedForm<Answer, { code: string }>({ first, url: '/api/row', read: ({ updatedAt, code }) => ({ version: updatedAt, value: { code } }) }));
  return null;
}
const remember = (shown: typeof form) => {
  form = shown;
};
const send = () => act(async () => void (await form.send({ method: 'PUT', url: '/api/row' })));
const answers = (...outcomes: Outcome[]) => outcomes.forEach((outcome) => vi.mocked(callJson).mockResolvedValueOnce(outcome));
const conflict: Outcome = { ok: false, status: 409, key: 'conflict', title: '', errors: {} };

let root: Root;
const render = (version: string, code: string) => act(() => root.render(<Probe first={{ version, value: { code } }} onRender={remember} />));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
  render('1', 'Before');
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

test('N10 N11 O7 a saved form shows what was stored, says so after the page was read again, and keeps what is typed meanwhile', async () => {
  act(() => form.setTyped({ code: ' mine ' }));
  answers({ ok: true, answer: { updatedAt: '2', code: 'MINE' } });
  await send();
  expect(form).toMatchObject({ typed: { code: 'MINE' }, outcome: { ok: true } });
  act(() => form.setTyped({ code: 'MINE, later' }));
  render('2', 'MINE');
  expect(form).toMatchObject({ typed: { code: 'MINE, later' }, base: { version: '2' }, outcome: { ok: true } });
});

test('N10 N11 O7 what a button of the page changed is in the form, unless something is typed there', () => {
  render('2', 'Ended');
  expect(form).toMatchObject({ typed: { code: 'Ended' }, base: { version: '2' } });
  act(() => form.setTyped({ code: 'Mine' }));
  render('3', 'Ended twice');
  expect(form).toMatchObject({ typed: { code: 'Mine' }, base: { version: '2', value: { code: 'Ended' } } });
});
