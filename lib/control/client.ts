import { request } from 'node:http';
import { controlAnswer, socketPath, type ControlAnswer, type ControlCommand } from './protocol';

/** Asks the running service; null when none listens. A command may take long (a backup): no time limit. */
export async function askService(dataDir: string, command: ControlCommand, args: string[]): Promise<ControlAnswer | null> {
  const text = await post(dataDir, command, JSON.stringify({ args }));
  return text === null ? null : controlAnswer.parse(JSON.parse(text));
}

export async function isServiceListening(dataDir: string): Promise<boolean> {
  return (await post(dataDir, '', '')) !== null;
}

function post(dataDir: string, command: string, body: string): Promise<string | null> {
  return new Promise((done, refuse) => {
    const call = request({ socketPath: socketPath(dataDir), path: `/${command}`, method: 'POST', agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => done(text)).on('error', refuse);
    });
    let connected = false;
    call.on('socket', (socket) => socket.on('connect', () => (connected = true)));
    call.on('error', (error) => (connected ? refuse(error) : done(null)));
    call.end(body);
  });
}
