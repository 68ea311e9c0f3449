import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { Container, type Mounts } from './container';
import { ensureImage } from './images';

interface Service {
  image: string;
  environment?: Record<string, string>;
  env_file?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  command?: string[];
  stop_grace_period?: string;
}

const file = resolve('deploy/compose.yaml');
const { load } = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const understood = new Set([
  ...['image', 'environment', 'env_file', 'volumes', 'depends_on', 'healthcheck', 'command', 'stop_grace_period'],
  // Ignore these: the image is already built, and tests reach ports at the service's own address.
  ...['build', 'logging', 'ports', 'restart'],
  // Ignore these too: only a container engine can enforce them. The image's files belong to root in any case.
  ...['read_only', 'tmpfs', 'cap_drop', 'security_opt', 'mem_limit'],
]);
const defaultGraceSeconds = 10;
const bridge = 'site-compose';
const subnet = '10.213.87';

/** Substitutes variables in a value as compose does. @throws Error if a required one is missing */
function interpolate(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g, (whole, name?: string, kind?: string, other = '') => {
    if (name === undefined) return '$';
    const value = variables[name] ?? '';
    if (value !== '' || kind === undefined) return value;
    if (kind === '-') return String(other);
    throw new Error(`compose.yaml requires ${name} (${whole})`);
  });
}

function readServices(variables: Record<string, string>): Record<string, Service> {
  const text = JSON.stringify(load(readFileSync(file, 'utf8')));
  const read = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? interpolate(value, variables) : value,
  ) as { services: Record<string, Service> };
  for (const [name, service] of Object.entries(read.services)) {
    const unknown = Object.keys(service).filter((key) => !understood.has(key));
    if (unknown.length > 0) throw new Error(`${name} in compose.yaml has ${unknown.join(', ')}, unknown to compose.ts`);
  }
  return read.services;
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });

const readEnvFile = (path: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Runs the services of compose.yaml, each at its own address. Stores absolute paths of volumes under `folder`. */
export class Composition {
  readonly #services: Record<string, Service>;
  readonly #containers = new Map<string, Container>();
  readonly addresses: Record<string, string>;

  constructor(
    private readonly folder: string,
    variables: Record<string, string>,
  ) {
    this.#services = readServices(variables);
    const names = Object.keys(this.#services);
    this.addresses = Object.fromEntries(names.map((name, index) => [name, `${subnet}.${index + 2}`]));
  }

  container(name: string): Container {
    const found = this.#containers.get(name);
    if (!found) throw new Error(`${name} does not run`);
    return found;
  }

  /** @returns the names of the services in the order in which they started */
  async up(): Promise<string[]> {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('address', 'add', `${subnet}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const name of Object.keys(this.#services)) await this.#start(name);
    return [...this.#containers.keys()];
  }

  async #start(name: string): Promise<void> {
    if (this.#containers.has(name)) return;
    const service = this.#services[name];
    if (!service) throw new Error(`compose.yaml has no service ${name}`);
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      await this.#start(needed);
      if (condition === 'service_healthy') await this.container(needed).healthy();
    }
    ensureImage(service.image);
    const network = `${bridge}-${name}`;
    this.#connect(network, this.addresses[name]!);
    const files = (service.env_file ?? []).map((path) => readEnvFile(resolve(dirname(file), path)));
    const container = new Container({
      image: service.image,
      env: Object.assign({}, ...files, service.environment) as Record<string, string>,
      mounts: this.#mounts(service),
      command: service.command,
      healthcheck: service.healthcheck?.test,
      network,
    });
    this.#containers.set(name, container);
    container.start();
  }

  #connect(network: string, address: string): void {
    const port = `site-${address.split('.').at(-1)}`;
    ip('netns', 'add', network);
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', network);
    ip('link', 'set', port, 'master', bridge, 'up');
    ip('-n', network, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) ip('-n', network, 'link', 'set', device, 'up');
  }

  #mounts({ volumes = [] }: Service): Mounts {
    const hosts = join(this.folder, 'hosts');
    const lines = Object.entries(this.addresses).map(([name, address]) => `${address} ${name}`);
    writeFileSync(hosts, `127.0.0.1 localhost\n${lines.join('\n')}\n`);
    const mounted = volumes.map((volume) => {
      const [from = '', to = '', mode] = volume.split(':');
      return [to, { from: this.place(from), readOnly: mode === 'ro' }] as const;
    });
    return { ...Object.fromEntries(mounted), '/etc/hosts': { from: hosts, readOnly: true } };
  }

  /** @returns the path of a volume's source on this machine */
  place(from: string): string {
    if (from.startsWith('.')) return resolve(dirname(file), from);
    const path = join(this.folder, from.startsWith('/') ? from : `volumes/${from}`);
    if (!statSync(path, { throwIfNoEntry: false })) {
      mkdirSync(path, { recursive: true });
      chownSync(path, 1000, 1000);
    }
    return path;
  }

  async stop(name: string): Promise<{ code: number | null; seconds: number }> {
    const grace = /^(\d+)s$/.exec(this.#services[name]?.stop_grace_period ?? '')?.[1];
    return this.container(name).stop(Number(grace ?? defaultGraceSeconds));
  }

  down(): void {
    for (const [name, container] of this.#containers) {
      container.remove();
      ip('netns', 'delete', `${bridge}-${name}`);
    }
    ip('link', 'delete', bridge);
  }
}
