import { expect, test } from 'vitest';
import { readText } from './request-body';

const sending = (pull: UnderlyingDefaultSource<Uint8Array>['pull']) =>
  new Request('http://localhost/api', { method: 'POST', body: new ReadableStream({ pull }), duplex: 'half' } as RequestInit);

test('L4 a phone that hangs up while it sends its beacon is a malformed request, no failure of the service', async () => {
  const cut = sending((controller) => controller.error(new Error('aborted')));
  await expect(readText(cut)).rejects.toMatchObject({ status: 400, key: 'malformed' });
});

test('O4 a body beyond its limit is 413 while it is read, whatever its length claims', async () => {
  const endless = sending((controller) => controller.enqueue(new Uint8Array(1000)));
  await expect(readText(endless, 5000)).rejects.toMatchObject({ status: 413 });
});
