import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Several API keys per membership, with names, scopes and expiry. Existing keys write and do not expire.
 *
 * The previous release knows neither scopes nor expiry, so it must not find a key that has one: `hash` of such a key is
 * the SHA-256 of the SHA-256 of the key.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`lock table api_key in access exclusive mode`
  yield* sql`
    alter table api_key
      add column name text not null default 'API key',
      add column scope text not null default 'write' check (scope in ('read', 'write')),
      add column expires_at timestamptz,
      add column last_used_at timestamptz`

  // The previous release revokes all keys of a membership before it adds one, so it does not need the unique rule.
  yield* sql`drop index api_key_live`
  yield* sql`create index api_key_membership on api_key (membership_id) where revoked_at is null`

  yield* compatibleSince(12)
})
