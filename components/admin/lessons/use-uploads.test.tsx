// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useUploads } from './lesson-uploads';
import type { NewUpload, Upload } from './send-video';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const asked: Array<{ method: string; answer: (answer: Response) => void }> = [];
let shown: ReturnType<typeof useUploads>;
let place: HTMLElement;
let root: Root;
let slug = '';

const video = new File(['0123456789'], 'talk.mp4');
const upload = (part: Partial<Upload> = {}): Upload => ({
  uploadId: 'u1',
  file: '01-talk.mp4',
  name: {},
  sizeBytes: 10,
  receivedBytes: 0,
  status: 'receiving',
  step: null,
  share: 0,
  error: null,
  errorText: null,
  notices: [],
  ...part,
});
const beginning: NewUpload = { video, captions: {}, chapter: 0, freePreview: false };
const failToRead = () => Promise.reject(new DOMException('moved', 'NotReadableError'));

function Uploads({ initial }: { initial: Upload[] }) {
  const uploads = useUploads(slug, initial);
  useLayoutEffect(() => {
    shown = uploads;
  });
  return null;
}

function open(initial: Upload[] = []): void {
  root = createRoot(place);
  act(() => root.render(<Uploads initial={initial} />));
}
const leave = () => act(() => root.unmount());
const waitFor = (assertion: () => void) => act(() => vi.waitFor(assertion, { timeout: 30_000 }));
const listMethods = () => asked.map(({ method }) => method);
const waitForRequests = (...expected: string[]) => waitFor(() => expect(listMethods()).toEqual(expected));

const answer = (body: Upload) => act(async () => asked.at(-1)!.answer(Response.json(body)));

function warnsOfLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach((context) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked.length = 0;
  slug = context.task.id;
  vi.stubGlobal(
    'fetch',
    (_url: string, { method = 'GET', signal }: RequestInit = {}) =>
      new Promise<Response>((done, fail) => {
        asked.push({ method, answer: done });
        signal?.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
      }),
  );
  place = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  place.remove();
  vi.unstubAllGlobals();
});

test('a double click starts one upload, which is busy before the video is read [O7]', async () => {
  open();
  act(() => {
    void shown.begin(beginning);
    void shown.begin(beginning);
  });
  expect([shown.busy, warnsOfLeaving()]).toEqual([true, true]);
  await waitForRequests('POST');
  await answer(upload());
  await waitForRequests('POST', 'PATCH');
  await answer(upload({ receivedBytes: 10, status: 'waiting' }));
  await waitFor(() =>
    expect([shown.busy, shown.uploads[0]?.status, warnsOfLeaving()]).toEqual([false, 'waiting', false]),
  );
  expect(listMethods()).toEqual(['POST', 'PATCH']);
  leave();
});

test('a file moved on disk since it was chosen is reported, before and during the upload [O7, V5]', async () => {
  open();
  const captions = Object.assign(new File([''], 'talk.vtt'), { arrayBuffer: failToRead });
  act(() => void shown.begin({ ...beginning, captions: { en: captions } }));
  await waitFor(() => expect([shown.busy, shown.refusal?.isUnreadable]).toEqual([false, true]));
  expect(asked).toEqual([]);
  const moved = Object.assign(new File(['0123456789'], 'talk.mp4'));
  act(() => void shown.begin({ ...beginning, video: moved }));
  await waitForRequests('POST');
  expect(shown.refusal).toBeNull();
  moved.slice = () => Object.assign(new Blob(), { arrayBuffer: failToRead });
  await answer(upload());
  await waitFor(() =>
    expect([shown.busy, shown.sending, shown.refusal?.isUnreadable, shown.uploads.length]).toEqual([
      false,
      null,
      true,
      1,
    ]),
  );
  expect(listMethods()).toEqual(['POST']);
  leave();
  open([upload()]);
  expect(shown.refusal).toBeNull();
  leave();
});

test('an upload continues on other admin pages, which warn before closing; the upload page can then pause it [O7]', async () => {
  open();
  act(() => void shown.begin(beginning));
  await waitForRequests('POST');
  await answer(upload());
  await waitForRequests('POST', 'PATCH');
  leave();
  expect(warnsOfLeaving()).toBe(true);
  await answer(upload({ receivedBytes: 4 }));
  await waitForRequests('POST', 'PATCH', 'PATCH');
  open([upload()]);
  expect([shown.busy, shown.sending?.uploadId, shown.uploads.map(({ receivedBytes }) => receivedBytes)]).toEqual([
    true,
    'u1',
    [4],
  ]);
  act(() => shown.stop());
  await waitFor(() =>
    expect([shown.busy, shown.sending, shown.uploads.length, warnsOfLeaving()]).toEqual([false, null, 1, false]),
  );
  leave();
});

test('returning to the upload page shows whichever is newer, its list or the browser’s upload state [O7]', async () => {
  open();
  act(() => void shown.begin(beginning));
  await waitForRequests('POST');
  await answer(upload());
  await waitForRequests('POST', 'PATCH');
  leave();
  expect(warnsOfLeaving()).toBe(true);
  await answer(upload({ receivedBytes: 10, status: 'waiting' }));
  await waitFor(() => expect(warnsOfLeaving()).toBe(false));
  open([upload({ receivedBytes: 4 })]);
  expect([shown.busy, shown.uploads.map(({ status }) => status)]).toEqual([false, ['waiting']]);
  leave();
  open([upload({ status: 'done' })]);
  expect(shown.uploads.map(({ status }) => status)).toEqual(['done']);
  leave();
  open([]);
  expect(shown.uploads).toEqual([]);
  leave();
});

test('removing one upload does not stop another [O7]', async () => {
  open([upload({ uploadId: 'other', status: 'failed' })]);
  act(() => void shown.begin(beginning));
  await waitForRequests('POST');
  await answer(upload());
  await waitForRequests('POST', 'PATCH');
  act(() => void shown.remove('other'));
  await waitForRequests('POST', 'PATCH', 'DELETE');
  expect(shown.sending?.uploadId).toBe('u1');
  act(() => shown.stop());
  leave();
});
