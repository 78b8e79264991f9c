/** Terms that ask the DNS in one evaluation (RFC 7208 section 4.6.4). */
export const MAX_LOOKUP_TERMS = 10
/** Terms whose question finds nothing (RFC 7208 section 4.6.4). */
export const MAX_VOID_LOOKUPS = 2
/** Hosts of one "mx" and names of one reverse lookup (RFC 7208 section 4.6.4). */
export const MAX_HOSTS_PER_TERM = 10
