import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ImageConfig, readConfig, runBuildah } from './images';

/** Folders and files on this machine, keyed by their path in the container. */
export type Mounts = Record<string, { from: string; readOnly?: boolean }>;

interface ContainerOptions {
  image: string;
  env: Record<string, string>;
  mounts: Mounts;
  /** Overrides the image's command. */
  command?: string[] | undefined;
  healthcheck?: string[] | undefined;
  /** Name of a network namespace. Without one, the container shares this machine's network. */
  network?: string;
}

interface Result {
  status: number;
  text: string;
}

/** Binds the mounts, then replaces itself with the command, so that the process id stays the container's. */
const enter = `
while [ "$1" != -- ]; do mount --bind -o "$1" "$2" "$3"; shift 3; done
shift; exec "$@"`;

/** Runs an image without a container engine, with its user, environment, command and health check. */
export class Container {
  readonly #name: string;
  readonly #root: string;
  readonly config: ImageConfig;
  #process: ChildProcess | null = null;
  #log = '';

  constructor(private readonly options: ContainerOptions) {
    this.config = readConfig(options.image);
    this.#name = runBuildah('from', '--pull-never', options.image);
    this.#root = runBuildah('mount', this.#name);
  }

  measureMegabytes(path: string): number {
    const bytes = execFileSync('du', ['--summarize', '--bytes', join(this.#root, path)], { encoding: 'utf8' });
    return Math.round(Number.parseInt(bytes, 10) / 1e6);
  }

  #mountPoint(to: string, from: string): string {
    const path = join(this.#root, to);
    if (!existsSync(path)) {
      mkdirSync(statSync(from).isDirectory() ? path : dirname(path), { recursive: true });
      if (!statSync(from).isDirectory()) writeFileSync(path, '');
    }
    return path;
  }

  #inside(words: readonly string[]): string[] {
    const passwd = readFileSync(join(this.#root, 'etc/passwd'), 'utf8').split('\n');
    const user = passwd.map((line) => line.split(':')).find(([name]) => name === (this.config.User || 'root'));
    if (!user) throw new Error(`the image has no user ${this.config.User}`);
    const [, , uid, gid, , home] = user;
    const env = [...(this.config.Env ?? []), ...Object.entries(this.options.env).map((pair) => pair.join('='))];
    const mounts: Mounts = { '/proc': { from: '/proc' }, '/dev': { from: '/dev' }, ...this.options.mounts };
    return [
      ...(this.options.network ? ['ip', 'netns', 'exec', this.options.network] : []),
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-euc', enter, 'sh'],
      ...Object.entries(mounts).flatMap(([to, { from, readOnly }]) => [
        readOnly ? 'ro' : 'rw',
        from,
        this.#mountPoint(to, from),
      ]),
      ...['--', 'chroot', `--userspec=${uid}:${gid}`, `--groups=${gid}`, this.#root],
      ...['env', '--ignore-environment', `--chdir=${this.config.WorkingDir || '/'}`, `HOME=${home}`, ...env, ...words],
    ];
  }

  start(): void {
    const words = [...(this.config.Entrypoint ?? []), ...(this.options.command ?? this.config.Cmd ?? [])];
    const child = spawn('env', this.#inside(words), { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (this.#log += text));
    this.#process = child;
  }

  run(...words: string[]): Promise<Result> {
    return new Promise((done) => {
      execFile('env', this.#inside(words), (error, stdout, stderr) =>
        done({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, text: `${stdout}${stderr}` }),
      );
    });
  }

  async isHealthy(): Promise<boolean> {
    const [kind, ...words] = this.options.healthcheck ?? this.config.Healthcheck?.Test ?? [];
    if (!kind) throw new Error('the image has no HEALTHCHECK');
    return (await this.run(...(kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words))).status === 0;
  }

  /** @returns seconds until the health check succeeded */
  async waitUntilHealthy(withinSeconds = 120): Promise<number> {
    const startedAtMs = Date.now();
    const readSeconds = () => (Date.now() - startedAtMs) / 1000;
    while (!(await this.isHealthy())) {
      if (this.#process?.exitCode !== null || readSeconds() > withinSeconds)
        throw new Error(`not healthy after ${readSeconds().toFixed()} s:\n${this.#log.slice(-2000)}`);
      await sleep(200);
    }
    return readSeconds();
  }

  /** Sends the image's STOPSIGNAL, and SIGKILL after the grace period. @returns the exit code and the time it took */
  async stop(graceSeconds: number): Promise<{ code: number | null; seconds: number }> {
    const child = this.#process;
    if (!child || child.exitCode !== null) throw new Error(`the container ended by itself:\n${this.#log.slice(-2000)}`);
    const startedAtMs = Date.now();
    const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
    child.kill((this.config.StopSignal ?? 'SIGTERM') as NodeJS.Signals);
    const timer = setTimeout(() => child.kill('SIGKILL'), graceSeconds * 1000);
    const code = await ended;
    clearTimeout(timer);
    this.#process = null;
    return { code, seconds: (Date.now() - startedAtMs) / 1000 };
  }

  remove(): void {
    this.#process?.kill('SIGKILL');
    runBuildah('umount', this.#name);
    runBuildah('rm', this.#name);
  }
}
