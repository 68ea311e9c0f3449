// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { sendPicture } from './send-picture';

test('sends a large animated PNG unchanged, so that the server can refuse it with its reason [N7]', async () => {
  const sent: Blob[] = [];
  class Request {
    status = 422;
    responseText = '{"title":"animated"}';
    upload = {};
    onload = () => undefined;
    open() {}
    setRequestHeader() {}
    send(file: Blob) {
      sent.push(file);
      this.onload();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const decode = vi.fn().mockRejectedValue(new Error('decoded'));
  vi.stubGlobal('createImageBitmap', decode);
  const createPng = (chunk: string) =>
    new File([`\x89PNG\r\n....IHDR....${chunk}....IDAT`, new Uint8Array(5 * 1024 ** 2)], 'x.png', {
      type: 'image/png',
    });
  const animated = createPng('acTL');
  expect(await sendPicture(animated, () => undefined)).toEqual({ ok: false, title: 'animated', isPassing: false });
  expect([sent[0] === animated, decode.mock.calls.length]).toEqual([true, 0]);
  await sendPicture(createPng('tEXt'), () => undefined);
  expect(decode).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
