/** `bad` stops something from working, `warn` will, or somebody should know. */
export interface Finding { state: 'ok' | 'warn' | 'bad'; message: string }

export interface Check { name: string; run: (now: Date) => Promise<Finding[]> }

export interface Report { check: string; findings: Finding[] }

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warn = (message: string): Finding => ({ state: 'warn', message });
export const bad = (message: string): Finding => ({ state: 'bad', message });

const limitMilliseconds = 15_000;

/** Every check, each on its own: one that fails or hangs is a finding, and the others still run. */
export async function runChecks(checks: readonly Check[], now: Date, limit = limitMilliseconds): Promise<Report[]> {
  const reports: Report[] = [];
  for (const check of checks) reports.push({ check: check.name, findings: await inTime(check, now, limit) });
  return reports;
}

async function inTime(check: Check, now: Date, limit: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((done) => {
    timer = setTimeout(() => done([bad(`no answer within ${limit / 1000} s`)]), limit);
  });
  const work = check.run(now).catch((error: unknown) => [bad(lastLineOf(error))]);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Prisma's messages show source lines first; what went wrong stands last. */
function lastLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}

const marks = { ok: 'ok   ', warn: 'warn ', bad: 'BAD  ' } as const;

export function linesOf(reports: readonly Report[]): string[] {
  return reports.flatMap(({ check, findings }) => findings.map(({ state, message }) => `${marks[state]} ${check}: ${message}`));
}

export const allWell = (reports: readonly Report[]): boolean =>
  reports.every(({ findings }) => findings.every(({ state }) => state !== 'bad'));
