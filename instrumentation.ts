/** Next calls it once at start, before the first page. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') await (await import('./lib/jobs/start')).start();
}

export async function onRequestError(error: unknown, request: { path: string; method: string }, context: { routePath: string; routeType: string }): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('./lib/log');
  const digest = (error as { digest?: string }).digest;
  log.error({ err: error, digest, method: request.method, path: request.path.split('?')[0], route: context.routePath, type: context.routeType }, 'request failed');
}
