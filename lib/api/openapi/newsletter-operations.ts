import { listHeaders, type Operation } from './operation';

type Operations = Readonly<Record<string, Operation>>;

export const newsletterOperations: Operations = {
  'POST /api/newsletter/subscribe': { id: 'subscribeToNewsletter', summary: 'Ask for the newsletter', description: 'Sends a mail with a link; the answer is the same whether or not the address is known. In the language of Accept-Language, of a form in that of its page.' },
  'POST /api/newsletter/confirm': { id: 'confirmNewsletter', summary: 'Confirm an address by the link of its mail' },
  'GET /api/newsletter/unsubscribe': { id: 'openNewsletterUnsubscribe', summary: 'On to the page that unsubscribes; changes nothing' },
  'POST /api/newsletter/unsubscribe': { id: 'unsubscribeFromNewsletter', summary: 'Unsubscribe by the link of a newsletter', description: 'One click of a mail program (RFC 8058): 204, without cookies and from any origin. The page sends `from=page` and gets 303.', problems: [404] },
  'POST /api/newsletter/bounces': { id: 'reportNewsletterBounce', summary: 'Report an address that bounced or complained', description: 'For the mail provider, with NEWSLETTER_BOUNCE_TOKEN as bearer; 401 while that is not set. Ends the subscription, unless the reason is about something else than the mailbox.' },
};

export const newsletterAdministration: Operations = {
  'GET /api/admin/newsletters': { id: 'listNewsletters', summary: 'Newsletters', headers: listHeaders },
  'POST /api/admin/newsletters': { id: 'createNewsletter', summary: 'Begin a newsletter' },
  'GET /api/admin/newsletters/[id]': { id: 'getNewsletter', summary: 'A newsletter with the number of its readers and what became of its copies' },
  'PUT /api/admin/newsletters/[id]': { id: 'changeNewsletter', summary: 'Change a newsletter that is a draft', problems: [409] },
  'DELETE /api/admin/newsletters/[id]': { id: 'deleteNewsletter', summary: 'Delete a newsletter that is a draft', problems: [409] },
  'GET /api/admin/newsletters/[id]/preview': { id: 'previewNewsletter', summary: 'A newsletter as a mail, as HTML or text' },
  'POST /api/admin/newsletters/[id]/test': { id: 'sendTestNewsletter', summary: 'Send a newsletter to one\'s own address', problems: [409] },
  'POST /api/admin/newsletters/[id]/send': { id: 'sendNewsletter', summary: 'Send a newsletter now, or at an hour', problems: [409] },
  'POST /api/admin/newsletters/[id]/stop': { id: 'stopNewsletter', summary: 'Stop a newsletter: a scheduled one is a draft again, what was not sent yet is not sent', problems: [409] },
  'POST /api/admin/newsletters/[id]/continue': { id: 'continueNewsletter', summary: 'Go on with a newsletter that paused because too many copies were refused', problems: [409] },
  'POST /api/admin/newsletters/[id]/take-back': { id: 'takeBackNewsletterBounces', summary: 'Take back the subscriptions that a newsletter\'s bounces ended' },
};
