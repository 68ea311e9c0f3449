import { tmpdir } from 'node:os';
import { join } from 'node:path';

const site = Number(process.env.E2E_PORT ?? 3400);

/** Ports of the test site and of the fake external services, all from one base (E2E_PORT), so that two runs can stand side by side. */
export const ports = { site, paymob: site + 1, oidc: site + 2, smtp: site + 3, mailbox: site + 4, control: site + 5 };

/** What a first start leaves in its data folder, for services that a test starts for itself. The test site makes it. */
export const preparedData = join(tmpdir(), `prepared-data-${site}`);

/** The test site's, so that a test can make a link that the site signed. */
export const authSecret = 'a-secret-of-the-test-site-0123456789';

/** By which the mail provider reports bounces. */
export const bounceToken = 'bounces-for-tests-0123';
