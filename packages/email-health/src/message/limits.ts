/** The most octets that a message may have. */
export const MAX_MESSAGE_OCTETS = 1_048_576
/** The most octets of a header section that are read. The largest providers accept less. */
export const MAX_HEADER_OCTETS = 262_144
export const MAX_HEADER_FIELDS = 1_000
/**
 * The most Received headers that are read, from the top. More Received headers suggest a mail loop (RFC 5321 section
 * 6.3).
 */
export const MAX_HOPS = 30
/** The most DKIM signatures that are verified, from the top. */
export const MAX_SIGNATURES = 10
/**
 * The most sets that an ARC chain may have in order to be verified. RFC 8617 section 4.2.1 allows 50, but real chains
 * are short.
 */
export const MAX_ARC_SETS = 10
/** The most key records at one selector that are tried. */
export const MAX_KEYS_PER_SELECTOR = 3
/** The most parts of a message that are read, and the deepest nesting of parts. */
export const MAX_PARTS = 200
export const MAX_DEPTH = 16
/** The most characters of a header value that is decoded or parsed as addresses. */
export const MAX_VALUE = 8_192
/**
 * The most DNS queries of one check: 60 for SPF, one for each DKIM signature, two for each ARC set, and tree walks of
 * eight queries for the author domain and eleven other domains (RFC 9989 section 4.10).
 */
export const QUERY_BUDGET = 190
export const CHECK_DEADLINE_MS = 10_000
