import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { environmentSchema } from '@/lib/config/variables';

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: object;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const { load } = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const { services, volumes } = load(readFileSync('deploy/compose.yaml', 'utf8')) as Compose;
const image = readFileSync('deploy/Containerfile', 'utf8');
const { nginx } = services;
const sites = Object.values(services).filter(({ build }) => build?.dockerfile === 'deploy/Containerfile');

function readConfiguration({ command = [] }: Service): string {
  const line = (command[2] ?? '')
    .split('\n')[0]!
    .replaceAll('$$', '$')
    .replace('/etc/site/nginx.conf', 'deploy/nginx.conf')
    .replace(/ > \S+$/, '');
  return execFileSync('sh', ['-c', line], { encoding: 'utf8', env: { ...process.env, SITE_HOST: 'www.example.com' } });
}
const configuration = readConfiguration(nginx!);

const readMounts = ({ volumes: mounted = [] }: Service) =>
  new Map(mounted.map((each) => each.split(':')).map(([from, to]) => [to!, from!]));

test('each variable set for the services and the image exists in the configuration [O4]', () => {
  const set = [
    ...sites.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...[...image.matchAll(/\b([A-Z_]+)=\S/g)].map(([, name]) => name!),
  ];
  const known = [...Object.keys(environmentSchema.shape), 'NODE_ENV', 'WITH_FFMPEG', 'SITE_URL'];
  expect(sites).toHaveLength(2);
  expect(set.filter((name) => !known.includes(name))).toEqual([]);
  for (const { environment } of sites) expect(environment).toMatchObject({ SEND_FILES: 'accel', TRUSTED_PROXIES: '1' });
});

test('each dependency has a health check, and each named volume exists [O4, O17]', () => {
  for (const { depends_on: needed = {} } of Object.values(services)) {
    for (const [name, { condition }] of Object.entries(needed)) {
      const service = services[name];
      expect([
        name,
        condition,
        Boolean(service?.healthcheck) || (service?.build !== undefined && image.includes('HEALTHCHECK')),
      ]).toEqual([name, 'service_healthy', true]);
    }
  }
  expect(Object.keys(nginx!.depends_on ?? {})).toEqual(['site-1', 'site-2']);
  const named = Object.values(services)
    .flatMap((service) => [...readMounts(service).values()])
    .filter((from) => /^\w+$/.test(from));
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(volumes).toSorted());
});

test('nginx calls both services at the image’s port under the site’s name [O4, O17]', () => {
  const port = /\bPORT=(\d+)/.exec(image)?.[1];
  expect(
    [...configuration.matchAll(/^\s*server (\S+)/gm)]
      .map(([, address]) => address)
      .filter((address) => address !== '{'),
  ).toEqual([`site-1:${port}`, `site-2:${port}`]);
  expect(configuration).not.toContain('example.org');
  expect(configuration).toContain('server_name www.example.com;');
});

test('paths that nginx uses are mounted, lessons from the services’ folder and nothing of DATA_DIR [O4, X20]', () => {
  const mounts = readMounts(nginx!);
  const paths = [...configuration.matchAll(/(?:alias|proxy_cache_path|ssl_certificate(?:_key)?)\s+(\/[^\s;]+)/g)].map(
    ([, path]) => path!,
  );
  expect(paths).toHaveLength(4);
  for (const path of paths)
    expect([path, [...mounts.keys()].some((to) => path.startsWith(`${to}/`))]).toEqual([path, true]);
  const errorPage = `${/root (\S+);/.exec(configuration)![1]!}/unavailable.html`;
  expect(mounts.get(errorPage)).toBe('./unavailable.html');
  const lessons = mounts.get(/alias (\S+)\/;/.exec(configuration)![1]!);
  for (const site of sites) {
    const own = readMounts(site);
    expect([own.get(site.environment!.MEDIA_DIR!), own.get(site.environment!.DATA_DIR!)]).toEqual([lessons, 'data']);
  }
  expect([...mounts.values()]).not.toContain('data');
  expect(image).toContain(`VOLUME ${sites[0]!.environment!.DATA_DIR} ${sites[0]!.environment!.MEDIA_DIR}`);
});

test('the services write only into their volumes, without privileges and with the memory of the unit [O4, X52]', () => {
  for (const site of sites)
    expect(site).toMatchObject({
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: /^MemoryMax=(\S+)$/m.exec(readFileSync('deploy/site.service', 'utf8'))?.[1]?.toLowerCase(),
    });
});

test('each service limits its log [O4]', () => {
  for (const [name, { logging }] of Object.entries(services))
    expect([name, Object.keys(logging?.options ?? {})]).toEqual([name, ['max-size', 'max-file']]);
});
