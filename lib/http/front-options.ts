import type { App, FrontLog } from '@/lib/http/app';
import type { HttpLimits } from '@/lib/http/http-server';
import type { PolicySources } from '@/lib/http/answers/policy';
import type { StaticRoot } from '@/lib/http/files/static-files';
import type { MediaBucket } from '@/lib/s3';

export interface FrontOptions {
  readonly app: App;
  readonly log: FrontLog;
  /** the public origin: scheme and host that the application is told */
  readonly siteUrl: string;
  readonly languages: readonly string[];
  /** the language of the page that says that this path is not there (row A4), or null when it may be */
  readonly unknownPath: (path: string) => string | null;
  readonly policySources: PolicySources;
  readonly staticRoots: readonly StaticRoot[];
  readonly mediaDir: string;
  /** where lessons lie instead of in `mediaDir` */
  readonly mediaBucket: MediaBucket | null;
  readonly dataDir: string;
  readonly sendFiles: 'self' | 'accel';
  /** how many proxies before us may be believed */
  readonly trustedProxies: number;
  /** multiplies the limits of this process */
  readonly limitScale: number;
  /** render the home pages as soon as the service is ready */
  readonly warmPages: boolean;
  readonly pageBytes: number;
  readonly staticBytes: number;
  readonly limits: HttpLimits;
}
