import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askService, isServiceListening } from './client';
import { type Commands, startControlSocket } from './server';

const folder = mkdtempSync(join(tmpdir(), 'control-'));
const echo = (name: string) => async (args: string[]) => ({ ok: true, lines: [name, ...args] });
const commands: Commands = {
  seed: echo('seed'),
  admin: echo('admin'),
  doctor: echo('doctor'),
  backup: async () => Promise.reject(new Error('disk gone')),
  'content:export': echo('export'),
  'content:import': echo('import'),
  'newsletter:bounce': echo('bounce'),
};
let running: { stop(): Promise<void> } | undefined;

describe('control socket', () => {
  afterEach(async () => running?.stop());

  it('runs a command through the running service, and tells the caller when none runs [O4]', async () => {
    expect(await askService(folder, 'admin', ['a@b.example'])).toBeNull();
    running = await startControlSocket(folder, commands);
    expect(await askService(folder, 'admin', ['a@b.example'])).toEqual({ ok: true, lines: ['admin', 'a@b.example'] });
    expect(await askService(folder, 'backup', [])).toEqual({ ok: false, lines: ['disk gone'] });
    await running.stop();
    expect(await isServiceListening(folder)).toBe(false);
  });

  it('a command that fails on a read-only folder lists the folders that the service may write [O4, R22]', async () => {
    running = await startControlSocket(folder, {
      ...commands,
      backup: async () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })),
    });
    expect((await askService(folder, 'backup', ['/srv/x']))?.lines.join()).toMatch(
      /EROFS.*ReadWritePaths in site\.service.*\/var\/backups\/site/,
    );
  });

  it('only the service’s own user may use the socket [O4]', async () => {
    running = await startControlSocket(folder, commands);
    expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  it('replaces the socket of a dead service, but not of a running one [O4, R20]', async () => {
    writeFileSync(join(folder, 'control.sock'), '');
    running = await startControlSocket(folder, commands);
    const second = await startControlSocket(folder, { ...commands, seed: echo('second') });
    expect(await askService(folder, 'seed', [])).toEqual({ ok: true, lines: ['seed'] });
    await second.stop();
    expect(await isServiceListening(folder)).toBe(true);
  });

  it('lets exactly one of several services own a dead socket [O4, R20]', async () => {
    const names = ['one', 'two', 'three'];
    writeFileSync(join(folder, 'control.sock'), '');
    const services = await Promise.all(
      names.map((name) => startControlSocket(folder, { ...commands, seed: echo(name) })),
    );
    const answered = (await askService(folder, 'seed', []))?.lines[0] ?? 'no answer';
    expect(names).toContain(answered);
    running = services[names.indexOf(answered)];
    await Promise.all(services.filter((service) => service !== running).map((service) => service.stop()));
    expect(await askService(folder, 'seed', [])).toEqual({ ok: true, lines: [answered] });
  });
});
