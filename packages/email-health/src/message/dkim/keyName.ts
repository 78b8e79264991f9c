/** The name of the key of a signature (RFC 6376 section 3.6.2.1). */
export const keyName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
