import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keptFiles } from '../release.mjs';

const read = (file: string): string => readFileSync(file, 'utf8');
const [site, backup, compose, readme] = [
  'deploy/site.service',
  'deploy/backup.service',
  'deploy/compose.yaml',
  'deploy/README.md',
].map(read) as [string, string, string, string];
const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]?.replaceAll('_', ''));

test('systemd and compose wait longer for a stop than the service may take [R18]', () => {
  const longestSeconds = numberIn(read('server/main.ts'), /maxStopMs = ([\d_]+)/) / 1000;
  expect(longestSeconds).toBeGreaterThan(0);
  expect(numberIn(site, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(longestSeconds);
  expect(numberIn(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThan(longestSeconds);
});

test('neither secrets nor data get into an image or the repository [X20]', () => {
  const left = read('.dockerignore').split('\n');
  for (const pattern of ['**/.env*', '**/*.env', '**/*.backup', 'var', 'media']) expect(left).toContain(pattern);
  // The context must be the repository's root: docker and podman look for the ignore file only there.
  expect(read('deploy/compose.yaml')).toMatch(/context: \.\.$/m);
  expect(readdirSync('deploy').filter((name) => name.includes('ignore'))).toEqual([]);
  for (const pattern of ['.env*', '*.env', '*.backup']) expect(read('.gitignore').split('\n')).toContain(pattern);
});

test('the documented backup folder is created before the service starts, and its unit may write there [R22]', () => {
  const folder = '/var/backups/site';
  for (const unit of [site, backup])
    expect(unit).toContain(`ExecStartPre=+/usr/bin/install -d -o site -g site -m 0700 ${folder}\n`);
  expect(site).toMatch(new RegExp(`^ReadWritePaths=.*${folder}`, 'm'));
  expect(compose).toContain(`${folder}:/backups`);
  const named = [...`${readme}${backup}`.matchAll(/(?:backup|restore|content:export) -- ("?[\w/]\S*)/g)].map(
    ([, path = '']) => path.replace(/^"/, ''),
  );
  expect(named.length).toBeGreaterThan(5);
  for (const path of named)
    expect([path, path.startsWith(`${folder}/`) || path.startsWith('/backups/')]).toEqual([path, true]);
});

test('the shell command uses the unit’s user, folders and environment file [O4]', () => {
  const command = read('deploy/site');
  for (const name of ['NODE_ENV', 'DATA_DIR', 'MEDIA_DIR']) {
    const [, value] = new RegExp(`${name}=(\\S+)`).exec(site) ?? [];
    expect(command).toContain(`--setenv=${name}=${value}`);
  }
  // Commands need the service's umask, so that nginx can read lessons they write into MEDIA_DIR (decision 167).
  expect(command).toContain(`--property=UMask=${/^UMask=(\d+)$/m.exec(site)?.[1]}`);
  expect(command).toContain(`EnvironmentFile=${/^EnvironmentFile=(\S+)$/m.exec(site)?.[1]}`);
  expect(command).toContain(`--working-directory=${/^WorkingDirectory=(\S+)$/m.exec(site)?.[1]}`);
});

test('the unit lets the service read the network interfaces, which needs AF_NETLINK [O4]', () => {
  expect(/^RestrictAddressFamilies=(.*)$/m.exec(site)?.[1]?.split(' ')).toContain('AF_NETLINK');
});

test('the unit accepts connections from this machine only, where nginx reaches it [X52]', () => {
  const address = /^Environment=LISTEN_HOST=(\S+)$/m.exec(site)?.[1];
  expect(address).toBe('127.0.0.1');
  expect(read('deploy/nginx.conf')).toContain(`server ${address}:3000 `);
});

test('service and backup run in the same sandbox, without privileges and unusual system calls [X52]', () => {
  const sandboxOf = (unit: string) =>
    unit.match(/^(?:NoNew|Protect|Private|Restrict|Lock|SystemCall|Capability)\w*=.*$/gm)?.toSorted();
  expect(sandboxOf(backup)).toEqual(sandboxOf(site));
  for (const line of ['NoNewPrivileges=yes', 'CapabilityBoundingSet=', 'ProtectSystem=strict', 'ProtectProc=invisible'])
    expect(sandboxOf(site)).toContain(line);
  expect(sandboxOf(site)?.filter((line) => line.startsWith('SystemCallFilter='))).toEqual([
    'SystemCallFilter=@system-service @pkey',
    'SystemCallFilter=~@privileged',
  ]);
});

test('a release contains every file that the deployment guide names [O16]', () => {
  const named = [...readme.matchAll(/\/srv\/site\/current\/([\w./-]+)/g)].map(([, path = '']) => path);
  expect(named).toContain('deploy/alerts.yml');
  expect([...named, 'deploy/dashboard.json'].filter((path) => !keptFiles.includes(path))).toEqual([]);
});

test('an encoder that exceeds the memory ends alone, not with the service [R23]', () => {
  expect(site).toMatch(/^OOMPolicy=continue$/m);
});

test('a backup that is due at boot waits until the service has started [R22]', () => {
  expect(backup).toMatch(/^After=site\.service$/m);
});
