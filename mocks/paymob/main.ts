import { startPaymobMock } from './server';

const mock = await startPaymobMock();
const lines = Object.entries(mock.env).map(([name, value]) => `${name}=${value}`);
process.stdout.write(`Mock Paymob listens on ${mock.url}\n${lines.join('\n')}\n`);

const stop = (): void => void mock.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
