/**
 * SQL for whether a key (table alias) has the SHA-256 that the SQL expression `hash` gives. For a key with a limited
 * scope or an expiry, the SHA-256 of the SHA-256 is stored, and for a key that is only for heartbeats, the SHA-256 of
 * that hash. Releases that do not know these limits therefore do not find the key.
 */
export const hasHash = (key: string, hash: string): string =>
  `${key}.hash in (${hash}, sha256(${hash}), sha256(sha256(${hash})))`
