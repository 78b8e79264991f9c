export const MAX_CALLER_SELECTORS = 20

const SELECTOR = /^(?=.{1,100}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/i

/** Whether a text can be a DKIM selector (RFC 6376 section 3.1): DNS labels, at most 100 characters. */
export const isSelector = (text: string): boolean => SELECTOR.test(text)
