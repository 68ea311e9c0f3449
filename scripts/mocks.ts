import { join } from 'node:path';
import { buildMailEnvironment, smtpPort, startMailMock } from '../mocks/mail/server';
import { buildOidcEnvironment, oidcPort, startOidcMock } from '../mocks/oidc/server';
import { readConfig } from '../mocks/paymob/config';
import { buildPaymobEnvironment, startPaymobMock } from '../mocks/paymob/server';

function printEnvironment(): void {
  const config = readConfig({}, process.env);
  const variables = {
    ...buildPaymobEnvironment(config, `http://127.0.0.1:${config.port}`),
    ...buildOidcEnvironment(`http://127.0.0.1:${oidcPort}`),
    ...buildMailEnvironment(smtpPort),
  };
  process.stdout.write(
    Object.entries(variables)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
}

async function startMocks(): Promise<void> {
  const siteUrl = process.env.SITE_URL ?? 'http://localhost:3000';
  // Keep the state in a file: the site's database outlives the mock, so ids must not repeat.
  const stateFile = process.env.MOCK_STATE_FILE ?? join(process.env.DATA_DIR ?? 'var', 'mock-paymob.json');
  const paymob = await startPaymobMock({ siteUrl, stateFile });
  const signIn = await startOidcMock();
  const mail = await startMailMock();
  process.stdout.write(`Mock Paymob    ${paymob.url}, calls back to ${siteUrl}
Mock sign-in   ${signIn.url}, issuers /google and /linkedin
Mock mail      smtp://127.0.0.1:${mail.port}, mailbox page ${mail.url}
Control token  ${paymob.controlToken} (header X-Mock-Token)
`);
  const stop = (): void => void Promise.all([paymob.close(), signIn.close(), mail.close()]).then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (process.argv.includes('--env')) printEnvironment();
else await startMocks();
