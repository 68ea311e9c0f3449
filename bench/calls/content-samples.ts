import { readJson } from './admin-samples';
import type { Sample, Samples, Scene } from './sample';

/** Increments the version with each request, because each change must name the newest version and creates the next. */
function sampleNextVersion(
  id: string,
  more: (values: object) => object,
  action = '',
): (scene: Scene) => Promise<Sample> {
  let first: Promise<{ version: number; values: object }> | undefined;
  let made = 0;
  return async (scene) => {
    first ??= readJson(scene, `/api/admin/content/${id}`);
    const { version, values } = await first;
    return { params: { id, action }, body: { version: version + made++, ...more(values) } };
  };
}

export const contentSamples: Samples = {
  'GET /api/admin/content': {},
  'GET /api/admin/content/[id]': { params: { id: 'home-page.hero' } },
  'PUT /api/admin/content/[id]': sampleNextVersion('home-page.hero', (values) => ({ values })),
  'POST /api/admin/content/[id]/[action]': sampleNextVersion('home-page.grow', () => ({ number: 0 }), 'restore'),
  'POST /api/admin/content/[id]/preview': { params: { id: 'home-page.hero' }, body: { lang: 'en' } },
  'POST /api/admin/content/[id]/copy': { params: { id: 'home-page.hero' } },
};
