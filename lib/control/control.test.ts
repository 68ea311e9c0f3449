import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askService, isServiceListening } from './client';
import { startControl, type Commands } from './server';

const folder = mkdtempSync(join(tmpdir(), 'control-'));
const echo = (name: string) => async (args: string[]) => ({ ok: true, lines: [name, ...args] });
const commands: Commands = { seed: echo('seed'), admin: echo('admin'), doctor: echo('doctor'), backup: async () => Promise.reject(new Error('disk gone')) };
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

  it('O4 R20 a service that starts beside another at the same moment leaves it the socket', async () => {
    const path = join(folder, 'control.sock');
    // The mask is set just before the socket is made: the other one comes in between.
    const mask = vi.spyOn(process, 'umask').mockImplementationOnce(() => { writeFileSync(path, 'of the other'); return 0o22; });
    running = await startControl(folder, commands);
    mask.mockRestore();
    await running.stop();
    expect(readFileSync(path, 'utf8')).toBe('of the other');
  });
});
