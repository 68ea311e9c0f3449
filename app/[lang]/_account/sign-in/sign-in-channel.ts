/** How the popup's last page reports to the page that opened it; a handle on the window may be cut by the provider's own headers. */
export const signInChannel = 'sign-in';

export interface SignInNews { error: string | null }
