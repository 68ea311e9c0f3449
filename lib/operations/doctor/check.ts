/** `bad`: something does not work. `warn`: it will soon stop working. */
export interface Finding {
  state: 'ok' | 'warn' | 'bad';
  message: string;
}

export interface DiagnosticCheck {
  name: string;
  limitMs?: number;
  run: (now: Date) => Promise<Finding[]>;
}

export interface DiagnosticReport {
  check: string;
  findings: Finding[];
}

export const okFinding = (message: string): Finding => ({ state: 'ok', message });
export const warnFinding = (message: string): Finding => ({ state: 'warn', message });
export const badFinding = (message: string): Finding => ({ state: 'bad', message });

const timeoutMs = 15_000;

export async function runChecks(
  checks: readonly DiagnosticCheck[],
  now: Date,
  limitMs = timeoutMs,
): Promise<DiagnosticReport[]> {
  const reports: DiagnosticReport[] = [];
  for (const check of checks)
    reports.push({ check: check.name, findings: await runWithTimeout(check, now, check.limitMs ?? limitMs) });
  return reports;
}

async function runWithTimeout(check: DiagnosticCheck, now: Date, limitMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(() => resolve([badFinding(`no answer within ${limitMs / 1000} s`)]), limitMs);
  });
  const work = check.run(now).catch((error: unknown) => [badFinding(lastLineOf(error))]);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Prisma's messages end with the cause; source lines come first. */
function lastLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}

const marks = { ok: 'ok   ', warn: 'warn ', bad: 'BAD  ' } as const;

export function reportLines(reports: readonly DiagnosticReport[]): string[] {
  return reports.flatMap(({ check, findings }) =>
    findings.map(({ state, message }) => `${marks[state]} ${check}: ${message}`),
  );
}

export const isHealthy = (reports: readonly DiagnosticReport[]): boolean =>
  reports.every(({ findings }) => findings.every(({ state }) => state !== 'bad'));
