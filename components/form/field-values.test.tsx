// @vitest-environment happy-dom
import { act, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useHydrated } from '@/components/ui/use-hydrated';
import { fillField, followFields } from './field-values';

function Controlled({ onSend }: { onSend: (values: object) => void }) {
  const [values, setValues] = useState({ name: '', text: '', kind: 'a', agreed: false });
  const hydrated = useHydrated();
  const change = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  return (
    <form
      noValidate={hydrated}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(values);
      }}
    >
      <input name="name" value={values.name} onChange={(event) => change({ name: event.target.value })} />
      <textarea name="text" value={values.text} onChange={(event) => change({ text: event.target.value })} />
      <input
        name="agreed"
        type="checkbox"
        checked={values.agreed}
        onChange={(event) => change({ agreed: event.target.checked })}
      />
      <p>
        <select name="kind" value={values.kind} onChange={(event) => change({ kind: event.target.value })}>
          <option value="a">A</option>
          <option value="b">B</option>
        </select>
      </p>
      <button aria-disabled={hydrated && values.name === ''}>Send</button>
    </form>
  );
}

function Registered({ onSend }: { onSend: (values: object) => void }) {
  const { register, handleSubmit } = useForm<{ email: string; password: string }>();
  return (
    <form onSubmit={(event) => void handleSubmit((values) => onSend(values))(event)}>
      <input {...register('email', { required: true })} defaultValue="" />
      <input type="password" {...register('password', { required: true })} />
    </form>
  );
}

const onSend = vi.fn();
let place: HTMLElement;
let root: Root | null = null;
let end = () => {};

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.useFakeTimers();
  onSend.mockClear();
  place = document.body.appendChild(document.createElement('div'));
});

afterEach(() => {
  end();
  act(() => root?.unmount());
  place.remove();
  vi.useRealTimers();
});

const findField = <Type extends HTMLElement = HTMLInputElement>(name: string) =>
  place.querySelector<Type>(`[name=${name}]`)!;
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });
const send = () =>
  act(async () => {
    place.querySelector('form')!.requestSubmit();
  });

async function open(Form: typeof Controlled, before: () => void = () => {}): Promise<void> {
  place.innerHTML = renderToString(<Form onSend={onSend} />);
  before();
  function Page() {
    return <Form onSend={onSend} />;
  }
  await act(async () => {
    end = followFields();
    root = hydrateRoot(place, <Page />);
  });
}

test('values typed, chosen or restored before React ran are kept in each kind of control [V8]', async () => {
  await open(Controlled, () => {
    findField('name').value = 'Omar';
    findField<HTMLTextAreaElement>('text').value = 'Hello';
    findField<HTMLSelectElement>('kind').value = 'b';
    findField('agreed').checked = true;
  });
  await pass(10);
  expect([findField('name').value, findField('agreed').checked]).toEqual(['Omar', true]);
  await send();
  expect(onSend).toHaveBeenCalledWith({ name: 'Omar', text: 'Hello', kind: 'b', agreed: true });
});

test.each([
  ['at the end', 3, 'a', 'Mona', 4],
  ['in the middle', 1, 'x', 'Mxon', 2],
  ['after more text', 3, 'a Adel', 'Mona Adel', 9],
])(
  'text typed %s of a field while React takes it over loses no character [V8, A5]',
  async (_, caret, typed, whole, at) => {
    await open(Controlled, () => {
      findField('name').value = 'Mon';
      findField('name').focus();
      findField('name').setSelectionRange(caret, caret);
    });
    // React has reset the field, and the visitor types on before the old text is restored.
    expect(findField('name').value).toBe('');
    act(() => fillField(findField('name'), typed));
    await pass(10);
    expect([findField('name').value, findField('name').selectionStart]).toEqual([whole, at]);
    await send();
    expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ name: whole }));
  },
);

test('values set without an event are noticed: they enable the button and are sent [V8]', async () => {
  await open(Controlled);
  await pass(10);
  expect(place.querySelector('button')?.getAttribute('aria-disabled')).toBe('true');
  findField('name').value = 'Mona';
  findField<HTMLTextAreaElement>('text').value = 'Filled in';
  await pass(600);
  expect(place.querySelector('button')?.getAttribute('aria-disabled')).not.toBe('true');
  findField('name').value = 'Mona Adel';
  await send();
  expect(onSend).toHaveBeenCalledWith({ name: 'Mona Adel', text: 'Filled in', kind: 'a', agreed: false });
});

test('a registered form sends what a password manager filled in, with or without events [V8]', async () => {
  await open(Registered);
  await pass(10);
  act(() => fillField(findField('email'), 'old@example.com'));
  findField('email').value = 'new@example.com';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
    findField('password'),
    'river-lantern-42',
  );
  await send();
  expect(onSend).toHaveBeenCalledWith({ email: 'new@example.com', password: 'river-lantern-42' });
});

test('values restored by the browser when the page is shown again are sent [V8]', async () => {
  await open(Registered);
  await pass(10);
  findField('email').value = 'back@example.com';
  findField('password').value = 'river-lantern-42';
  act(() => void window.dispatchEvent(new Event('pageshow')));
  end();
  end = () => {};
  await send();
  expect(onSend).toHaveBeenCalledWith({ email: 'back@example.com', password: 'river-lantern-42' });
});

test('text typed on a page that was translated before React ran returns to the fields that replace it [V8, B16]', () => {
  const send = vi.fn();
  place.innerHTML = renderToString(<Controlled onSend={send} />).replace('Send', '<font>Envoyer</font>');
  const early = place.querySelector<HTMLInputElement>('[name=name]')!;
  const agreed = place.querySelector<HTMLInputElement>('[name=agreed]')!;
  early.value = 'Mona';
  agreed.checked = true;
  window.earlyFields = new Map([
    [agreed, 0],
    [early, 0],
  ]);
  act(() => {
    root = hydrateRoot(place, <Controlled onSend={send} />, { onRecoverableError: () => undefined });
  });
  expect(early.isConnected).toBe(false);
  end = followFields();
  act(() => void vi.advanceTimersByTime(1));
  act(() => place.querySelector('button')!.click());
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Mona', text: '', kind: 'a', agreed: true });
  expect(document.activeElement).toBe(place.querySelector('[name=name]'));
});

test('a field that React replaces later is filled again until a form was sent [V8, B16]', () => {
  const show = () => (place.innerHTML = '<form><input name="name"></form>');
  show();
  const early = place.querySelector('input')!;
  early.value = 'Mona';
  window.earlyFields = new Map([[early, 0]]);
  end = followFields();
  act(() => void vi.advanceTimersByTime(600));
  show();
  act(() => void vi.advanceTimersByTime(500));
  expect(findField('name').value).toBe('Mona');
  window.earlyFields.set(findField('name'), 0);
  place.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
  show();
  act(() => void vi.advanceTimersByTime(500));
  expect(findField('name').value).toBe('');
});
