interface FailedRequest { path: string; method: string }
interface FailedRoute { routePath: string; routeType: string }

// The condition stands around each import, so that the build follows none of them for the edge runtime.

/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { start } = await import('./lib/jobs/start');
    await start();
  }
}

export async function onRequestError(error: unknown, request: FailedRequest, context: FailedRoute): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { log } = await import('./lib/log');
    const digest = (error as { digest?: string }).digest;
    log.error({ err: error, digest, method: request.method, path: request.path.split('?')[0], route: context.routePath, type: context.routeType }, 'request failed');
  }
}
