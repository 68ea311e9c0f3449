interface FailedRequest {
  path: string;
  method: string;
}
interface FailedRoute {
  routePath: string;
  routeType: string;
}

/** Next calls this once, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    // Keep the import inside the condition, so that the edge build does not follow it.
    const { startService } = await import('@/lib/jobs/start-service');
    await startService();
  }
}

export async function onRequestError(error: unknown, request: FailedRequest, context: FailedRoute): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { log } = await import('./lib/log');
    const digest = (error as { digest?: string }).digest;
    log.error(
      {
        err: error,
        digest,
        method: request.method,
        path: request.path.split('?')[0],
        route: context.routePath,
        type: context.routeType,
      },
      'A page or call failed with an unexpected error',
    );
  }
}
