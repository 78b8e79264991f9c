/** The most terms that may query the DNS in one evaluation (RFC 7208 section 4.6.4). */
export const MAX_LOOKUP_TERMS = 10
/** The most terms whose query may find no records (RFC 7208 section 4.6.4). */
export const MAX_VOID_LOOKUPS = 2
/** The most hosts of one "mx" term, and the most names of one reverse lookup (RFC 7208 section 4.6.4). */
export const MAX_HOSTS_PER_TERM = 10
