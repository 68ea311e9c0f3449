import { tmpdir } from 'node:os';
import { join } from 'node:path';

const site = Number(process.env.E2E_PORT ?? 3400);

/** Derives all ports from E2E_PORT, so that two runs can work side by side. */
export const ports = { site, paymob: site + 1, oidc: site + 2, smtp: site + 3, mailbox: site + 4, control: site + 5 };

/** The test site copies its data folder here after its first start, for tests that start services. */
export const preparedData = join(tmpdir(), `prepared-data-${site}`);

/** The test site's secret, with which tests sign links. */
export const authSecret = 'a-secret-of-the-test-site-0123456789';

export const bounceToken = 'bounces-for-tests-0123';
