/** Ports of the test world, all from one base (E2E_PORT), so that two runs can stand side by side. */
export function worldPorts() {
  const site = Number(process.env.E2E_PORT ?? 3400);
  return { site, paymob: site + 1, signIn: site + 2, smtp: site + 3, mailbox: site + 4, ready: site + 5 };
}
