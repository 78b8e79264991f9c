/** Returns the DNS name of a signature's key (RFC 6376 section 3.6.2.1). */
export const keyName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`
