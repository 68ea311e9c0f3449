import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { buildTypingActions, clickAt } from './actions';
import { type RealBrowser, startProgram } from './real-browser';

interface Reply {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
}

/** Firefox speaks WebDriver BiDi without geckodriver. https://www.w3.org/TR/webdriver-bidi/ */
async function connect(url: string) {
  const socket = new WebSocket(`${url}/session`);
  const waiting = new Map<number, (reply: Reply) => void>();
  let lastId = 0;
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('message', (data: Buffer) => {
    const reply = JSON.parse(data.toString()) as Reply;
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
  });
  const send = async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = (lastId += 1);
    const reply = await new Promise<Reply>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (reply.type === 'error') throw new Error(`${method}: ${reply.error} ${reply.message}`);
    return reply.result as Result;
  };
  return { send, close: () => socket.close() };
}

// Restore settings that Firefox changes for tests, such as the back/forward cache.
const settings = {
  'remote.prefs.recommended': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.page': 0,
  'termsofuse.bypassNotification': true,
  'app.normandy.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

export async function startFirefox(program: string): Promise<RealBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
      .join('\n'),
  );
  // Set HOME, because Firefox run as root refuses another user's home folder.
  const running = startProgram(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { HOME: profile, MOZ_HEADLESS: '1' },
  );
  const [, url] = await running.waitForLine(/WebDriver BiDi listening on (ws:\S+)/);
  const { send, close } = await connect(url!);
  await send('session.new', { capabilities: {} });
  const list = async () =>
    (await send<{ contexts: Array<{ context: string }> }>('browsingContext.getTree', { maxDepth: 0 })).contexts.map(
      ({ context }) => context,
    );
  let [context] = await list();
  const act = (actions: object[]) => send('input.performActions', { context, actions });
  return {
    goto: async (address) => void (await send('browsingContext.navigate', { context, url: address, wait: 'complete' })),
    goBack: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    async evaluate(work, argument) {
      const functionDeclaration = `async (text) => JSON.stringify({ value: await (${work.toString()})(text === undefined ? undefined : JSON.parse(text)) })`;
      const given =
        argument === undefined ? { type: 'undefined' } : { type: 'string', value: JSON.stringify(argument) };
      const answer = await send<{ type: string; result: { value: string }; exceptionDetails?: { text: string } }>(
        'script.callFunction',
        { functionDeclaration, arguments: [given], awaitPromise: true, target: { context } },
      );
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text);
      return (JSON.parse(answer.result.value) as { value: never }).value;
    },
    clickAt: async (x, y) => void (await act(clickAt(x, y))),
    type: async (text) => void (await act(buildTypingActions(text))),
    resize: async (viewport) => void (await send('browsingContext.setViewport', { context, viewport })),
    listTabs: list,
    switchTo: async (tab) => {
      context = tab;
      await send('browsingContext.activate', { context });
    },
    closeTab: async () => void (await send('browsingContext.close', { context })),
    takeScreenshot: async () => (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    async stop() {
      close();
      await running.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
