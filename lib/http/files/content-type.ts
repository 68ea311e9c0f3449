const BY_EXTENSION: ReadonlyMap<string, string> = new Map(Object.entries({
  avif: 'image/avif', css: 'text/css; charset=utf-8', gif: 'image/gif', html: 'text/html; charset=utf-8',
  ico: 'image/x-icon', jpeg: 'image/jpeg', jpg: 'image/jpeg', js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8', m3u8: 'application/vnd.apple.mpegurl', m4a: 'audio/mp4', m4s: 'video/iso.segment',
  map: 'application/json; charset=utf-8', mjs: 'text/javascript; charset=utf-8', mp4: 'video/mp4', ogg: 'video/ogg',
  ogv: 'video/ogg', pdf: 'application/pdf', png: 'image/png', svg: 'image/svg+xml', ts: 'video/mp2t', ttf: 'font/ttf',
  txt: 'text/plain; charset=utf-8', vtt: 'text/vtt; charset=utf-8', wasm: 'application/wasm', webm: 'video/webm',
  webmanifest: 'application/manifest+json', webp: 'image/webp', wmv: 'video/x-ms-wmv', woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}));

export function contentTypeOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return BY_EXTENSION.get(path.slice(dot + 1).toLowerCase()) ?? 'application/octet-stream';
}
