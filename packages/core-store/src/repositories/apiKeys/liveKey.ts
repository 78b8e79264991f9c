/**
 * Whether a key (table alias) has the SHA-256 in an expression. A key with a limited scope or an expiry is stored with
 * the SHA-256 of its SHA-256, so that releases that do not know these limits do not find it.
 */
export const hasHash = (key: string, hash: string): string => `${key}.hash in (${hash}, sha256(${hash}))`

/** Whether a key (table alias) has neither been revoked nor expired. */
export const isLive = (key: string): string =>
  `${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > mon_now())`

/** Counts the live keys of the same membership that are older than a key (table alias). */
export const olderKeys = (key: string): string => `
  select count(*) from api_key older
  where older.membership_id = ${key}.membership_id and older.id < ${key}.id and ${isLive("older")}`
