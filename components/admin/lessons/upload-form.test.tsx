// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inEachLanguage } from '@/lib/language';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';
import { LessonAttachments } from './lesson-attachments';
import { LessonUploads } from './lesson-uploads';
import { UploadForm } from './upload-form';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const languageNames = inEachLanguage((lang) => lang);
const units = {} as never;
const chapters = [
  {
    title: languageNames,
    lessons: [{ file: 'a.mp4', name: languageNames, freePreview: false, durationSeconds: 1 }],
  },
];
let place: HTMLElement;
let root: Root;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const findField = (id: string) => place.querySelector<HTMLInputElement>(`[id="${id}"]`)!;
function type(id: string, text: string): void {
  typeInto(findField(id), text);
}
function choose(id: string): void {
  act(() => {
    Object.defineProperty(findField(id), 'files', { value: [new File(['x'], 'x.bin')], configurable: true });
    findField(id).dispatchEvent(new Event('change', { bubbles: true }));
  });
}
const submit = () =>
  act(async () => {
    place.querySelector('form')!.requestSubmit();
    await new Promise((done) => setTimeout(done));
  });

test.each([
  ['typed during an upload stays for the next lesson', 'Next', 'Next'],
  ['of a sent lesson is cleared', 'First', ''],
])('a name %s [O7]', async (_, later, expected) => {
  let finish = (_isSent: boolean) => {};
  const send = () => new Promise<boolean>((done) => (finish = done));
  act(() =>
    root.render(
      provideMessages(
        <UploadForm
          lang="en"
          chapters={chapters}
          busy={false}
          refusal={null}
          languageNames={languageNames}
          onSend={send}
        />,
      ),
    ),
  );
  choose('video');
  for (const lang of ['ar', 'en', 'de']) type(`upload-name-${lang}`, 'First');
  await submit();
  if (later !== 'First') type('upload-name-en', later);
  await act(async () => finish(true));
  expect(findField('upload-name-en').value).toBe(expected);
});

test.each([
  ['typed while a file is sent stays for the next file', 'Next', 'Next'],
  ['of a sent file is cleared', 'First', ''],
])('an attachment’s name %s [O7]', async (_, later, expected) => {
  let finish = (_answer: Response) => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (finish = done)));
  act(() =>
    root.render(
      provideMessages(
        <LessonAttachments
          slug="course"
          lang="en"
          chapters={chapters}
          attachments={[]}
          languageNames={languageNames}
          maxBytes={1}
          units={units}
        />,
      ),
    ),
  );
  choose('attachment-file');
  type('attachment-name-en', 'First');
  await submit();
  if (later !== 'First') type('attachment-name-en', later);
  await act(async () => {
    finish(Response.json({}));
    await new Promise((done) => setTimeout(done));
  });
  expect(findField('attachment-name-en').value).toBe(expected);
});

test('the progress of a conversion is shown but not announced [O7]', () => {
  const upload = {
    uploadId: 'u1',
    file: 'a.mp4',
    name: {},
    sizeBytes: 10,
    receivedBytes: 10,
    status: 'processing' as const,
    step: 'sound',
    share: 0.42,
    error: null,
    errorText: null,
    notices: [],
  };
  act(() =>
    root.render(
      provideMessages(
        <LessonUploads
          slug="course"
          lang="en"
          chapters={chapters}
          initial={[upload]}
          missingTools={[]}
          languageNames={languageNames}
          units={units}
        />,
      ),
    ),
  );
  expect(place.querySelector('li')?.textContent).toContain('42 %');
  expect(place.querySelector('[role=status]')?.textContent).toBe('step_picture');
});
