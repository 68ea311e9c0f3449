import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { askService, isServiceListening } from './client';
import { startControl, type Commands } from './server';

const folder = mkdtempSync(join(tmpdir(), 'control-'));
const echo = (name: string) => async (args: string[]) => ({ ok: true, lines: [name, ...args] });
const commands: Commands = { seed: echo('seed'), admin: echo('admin'), doctor: echo('doctor'), backup: async () => Promise.reject(new Error('disk gone')), 'content:export': echo('export'), 'content:import': echo('import'), 'newsletter:bounce': echo('bounce') };
let running: { stop(): Promise<void> } | undefined;

describe('control socket', () => {
  afterEach(async () => running?.stop());

  it('O4 a command goes through the running service, and says so when none runs', async () => {
    expect(await askService(folder, 'admin', ['a@b.example'])).toBeNull();
    running = await startControl(folder, commands);
    expect(await askService(folder, 'admin', ['a@b.example'])).toEqual({ ok: true, lines: ['admin', 'a@b.example'] });
    expect(await askService(folder, 'backup', [])).toEqual({ ok: false, lines: ['disk gone'] });
    await running.stop();
    expect(await isServiceListening(folder)).toBe(false);
  });

  it('O4 R22 where the service may not write, the command says which folders it may', async () => {
    running = await startControl(folder, { ...commands, backup: async () => Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })) });
    expect((await askService(folder, 'backup', ['/srv/x']))?.lines.join()).toMatch(/EROFS.*ReadWritePaths in site\.service.*\/var\/backups\/site/);
  });

  it('O4 only the service’s own user may speak to it', async () => {
    running = await startControl(folder, commands);
    expect(statSync(join(folder, 'control.sock')).mode & 0o777).toBe(0o600);
  });

  it('O4 R20 the socket of a dead service is replaced, that of a living one is not', async () => {
    writeFileSync(join(folder, 'control.sock'), '');
    running = await startControl(folder, commands);
    const second = await startControl(folder, { ...commands, seed: echo('second') });
    expect(await askService(folder, 'seed', [])).toEqual({ ok: true, lines: ['seed'] });
    await second.stop();
    expect(await isServiceListening(folder)).toBe(true);
  });

  it('O4 R20 of services that start at the same moment over a dead one’s socket one has it, and the others take nothing away', async () => {
    const names = ['one', 'two', 'three'];
    writeFileSync(join(folder, 'control.sock'), '');
    const services = await Promise.all(names.map((name) => startControl(folder, { ...commands, seed: echo(name) })));
    const answered = (await askService(folder, 'seed', []))?.lines[0] ?? 'nobody';
    expect(names).toContain(answered);
    running = services[names.indexOf(answered)];
    await Promise.all(services.filter((service) => service !== running).map((service) => service.stop()));
    expect(await askService(folder, 'seed', [])).toEqual({ ok: true, lines: [answered] });
  });
});
