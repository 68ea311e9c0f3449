import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/environment/ports';
import { buildTypingActions, clickAt } from './actions';
import { type RealBrowser, startProgram } from './real-browser';

// Containers lack user namespaces, which the sandbox needs. Compositing stays on, because MiniBrowser crashes on
// navigation without it; LIBGL_ALWAYS_SOFTWARE renders without a graphics card.
const environment = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1', GDK_BACKEND: 'x11' };

type SendCommand = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>;

/** Controls WebKitGTK's MiniBrowser through classic WebDriver. https://www.w3.org/TR/webdriver2/ */
export async function startWebKit(driver: string, miniBrowser: string): Promise<RealBrowser> {
  const port = await findFreePort();
  const screen = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp']);
  const [, display] = await screen.waitForLine(/^(\d+)$/m);
  const running = startProgram(driver, ['--host=127.0.0.1', `--port=${port}`], {
    ...environment,
    DISPLAY: `:${display}`,
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    running.assertRuns();
    await sleep(100);
  }
  const stopPrograms = async () => {
    await running.stop();
    await screen.stop();
  };
  try {
    return createBrowser(await openSession(url, miniBrowser), stopPrograms);
  } catch (error) {
    // MiniBrowser sometimes fails to start.
    await stopPrograms();
    throw error;
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/status`).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns a function that sends commands of the new session */
async function openSession(url: string, miniBrowser: string): Promise<SendCommand> {
  let session = '';
  const send: SendCommand = async <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}) => {
    const answer = await fetch(`${url}/session${session}${path}`, {
      method,
      signal: AbortSignal.timeout(90_000),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const capabilities = {
    alwaysMatch: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
    },
  };
  const { sessionId } = await send<{ sessionId: string }>('POST', '', { capabilities });
  session = `/${sessionId}`;
  await send('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 });
  return send;
}

function createBrowser(send: SendCommand, stopPrograms: () => Promise<void>): RealBrowser {
  const evaluate: RealBrowser['evaluate'] = async (work, argument) => {
    const script = `const done = arguments[1]; Promise.resolve().then(() => (${work.toString()})(arguments[0] === null ? undefined : arguments[0])).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    const { value, error } = await send<{ value: never; error?: string }>('POST', '/execute/async', {
      script,
      args: [argument ?? null],
    });
    if (error) throw new Error(error);
    return value;
  };
  const act = (actions: object[]) => send('POST', '/actions', { actions });
  return {
    evaluate,
    goto: async (url) => void (await send('POST', '/url', { url })),
    goBack: async () => void (await send('POST', '/back')),
    clickAt: async (x, y) => void (await act(clickAt(x, y))),
    type: async (text) => void (await act(buildTypingActions(text))),
    async resize(size) {
      // WebDriver sets the size of the window including its bars, so add theirs.
      await send('POST', '/window/rect', size);
      const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }));
      await send('POST', '/window/rect', {
        width: size.width + size.width - inner.width,
        height: size.height + size.height - inner.height,
      });
    },
    listTabs: () => send('GET', '/window/handles'),
    switchTo: async (handle) => void (await send('POST', '/window', { handle })),
    closeTab: async () => void (await send('DELETE', '/window')),
    takeScreenshot: () => send('GET', '/screenshot'),
    async stop() {
      await send('DELETE', '').catch(() => undefined);
      await stopPrograms();
    },
  };
}
