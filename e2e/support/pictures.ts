import { expect } from '@playwright/test';
import sharp from 'sharp';
import { callJson, type Session, testSite } from './api';

/** Creates a different photo each time, with a location in its metadata. */
export async function drawPhoto(width: number, height: number): Promise<Buffer> {
  const sky = { r: 40 + Math.floor(Math.random() * 80), g: 120, b: 160 };
  const ground = await sharp({ create: { width, height: Math.ceil(height / 2), channels: 3, background: '#c08a3e' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: sky } })
    .composite([{ input: ground, gravity: 'south' }])
    .withExif({
      IFD0: { Make: `Camera-${process.pid}-${Date.now()}-${Math.random()}` },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 39/1' },
    })
    .jpeg()
    .toBuffer();
}

/** Creates a picture whose file is large, because noise does not compress. */
export const drawNoise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();

interface Picture {
  id: string;
  status: string;
  address: string | null;
}

export async function addPicture({ headers }: Session, bytes: Buffer, name: string): Promise<string> {
  const answer = await fetch(`${testSite.url}/api/admin/pictures?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  expect(answer.status).toBe(201);
  const { id } = (await answer.json()) as Picture;
  await expect
    .poll(async () => (await callJson<Picture>(`${testSite.url}/api/admin/pictures/${id}`, { headers })).status, {
      timeout: 30_000,
    })
    .toBe('ready');
  return id;
}

export async function addUsablePicture(session: Session, bytes: Buffer, name: string): Promise<string> {
  const id = await addPicture(session, bytes, name);
  await callJson(`${testSite.url}/api/admin/pictures/${id}`, {
    headers: session.headers,
    body: { alt: { ar: `رسم ${name}`, en: `Drawing ${name}`, de: `Zeichnung ${name}` }, focusX: 20, focusY: 80 },
  });
  return id;
}
