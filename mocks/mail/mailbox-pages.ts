import { Html, html } from '../html';
import { style } from '../style';
import type { Message } from './mailbox';

function frame(title: string, content: Html, refresh: boolean): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="5">`}<link rel="icon" href="data:,"><title>${title}</title>
<style>${new Html(style)}main.one{max-inline-size:46rem}.mails{list-style:none;margin:0;padding:0}.mails a{display:grid;gap:.1rem;padding:.8rem .4rem;border-block-end:1px solid var(--line);text-decoration:none;color:inherit}.mails strong{overflow-wrap:anywhere}
iframe{inline-size:100%;block-size:32rem;border:1px solid var(--line);border-radius:.7rem;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:.92rem/1.6 ui-monospace,monospace;unicode-bidi:plaintext}</style></head>
<body><div class="banner" role="note">MOCK mailbox: nothing written to these people ever leaves this machine.</div><main class="one"><section class="box">${content}</section></main></body></html>`.text;
}

export function listPage(messages: Message[]): string {
  const rows = messages
    .toReversed()
    .map(
      (message) => html`<li><a href="/messages/${message.id}" data-testid="mail-${message.id}"><strong dir="auto">${message.subject}</strong>
<span class="soft"><bdi>${message.to.join(', ')}</bdi> · <time>${message.receivedAt.slice(0, 19).replace('T', ' ')}</time></span></a></li>`,
    );
  return frame('Mailbox', html`<h1>Mailbox (${messages.length})</h1>${rows.length > 0 ? html`<ul class="mails">${rows}</ul>` : html`<p class="soft">No mail yet. This page looks again every five seconds.</p>`}`, true);
}

export function messagePage(message: Message): string {
  return frame(
    message.subject,
    html`<p><a href="/">Mailbox</a></p><h1 dir="auto">${message.subject}</h1>
<dl class="soft"><dt>From</dt><dd><bdi>${message.from}</bdi></dd><dt>To</dt><dd><bdi>${message.to.join(', ')}</bdi></dd><dt>Received</dt><dd>${message.receivedAt}</dd></dl>
${message.html && html`<p></p><iframe sandbox="allow-popups" title="Message" srcdoc="${message.html}"></iframe>`}
<h2 class="after">Text part</h2><pre dir="auto" data-testid="mail-text">${linked(message.text)}</pre>
${message.attachments.length > 0 && html`<h2>Attachments</h2><ul>${message.attachments.map((one) => html`<li><bdi>${one.filename}</bdi> (${one.mimeType}, ${one.bytes} bytes)</li>`)}</ul>`}
<p><a href="/api/messages/${message.id}/raw">Source</a></p>`,
    false,
  );
}

/** Links of the text part are made clickable. */
function linked(text: string): Html[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}
