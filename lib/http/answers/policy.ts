/** What configuration adds to the content security policy, as origins. */
export interface PolicySources {
  /** Where a form may be redirected to: identity providers, the payment provider's checkout. */
  readonly formAction: readonly string[];
  readonly frame: readonly string[];
  /** The measuring script, when one is configured. */
  readonly script: readonly string[];
  readonly connect: readonly string[];
  readonly img: readonly string[];
}

/** What the inline parts of one page are allowed by: hashes in a kept page, a nonce in a page of one person. */
export interface InlineSources {
  readonly script: readonly string[];
  readonly style: readonly string[];
}

/** For everything that is not a page: nothing in it may be run or framed. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

export type PagePolicy = (inline: InlineSources) => string;

function directive(name: string, ...sources: readonly (string | readonly string[])[]): string {
  return [name, ...sources.flat()].join(' ');
}

/**
 * No `strict-dynamic`: it would switch `'self'` off, by which the page's own files are allowed.
 * Style attributes are allowed because images carry them; style elements are not.
 */
export function pagePolicy(sources: PolicySources): PagePolicy {
  const rest = [
    "style-src-attr 'unsafe-inline'",
    directive('img-src', "'self'", 'data:', 'blob:', sources.img),
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    directive('connect-src', "'self'", sources.connect),
    "object-src 'none'",
    "base-uri 'none'",
    directive('form-action', "'self'", sources.formAction),
    directive('frame-src', sources.frame.length > 0 ? sources.frame : "'none'"),
    "frame-ancestors 'none'",
  ].join('; ');
  return (inline) =>
    [
      "default-src 'self'",
      directive('script-src', "'self'", sources.script, inline.script),
      directive('style-src', "'self'", inline.style),
      rest,
    ].join('; ');
}

export function nonceSources(nonce: string): InlineSources {
  return { script: [`'nonce-${nonce}'`], style: [`'nonce-${nonce}'`] };
}
