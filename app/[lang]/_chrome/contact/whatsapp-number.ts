/** What stands after the host of the WhatsApp link (row B6); null when there is none. */
export function whatsappNumber(links: ReadonlyArray<{ name: string; link: string }>): string | null {
  const link = links.find(({ name }) => name === 'whatsapp')?.link;
  if (!link || !URL.canParse(link)) return null;
  return new URL(link).pathname.replace(/\D/g, '') || null;
}
