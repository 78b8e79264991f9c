import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { compatibleSince } from "./migrate.ts"

/**
 * Addresses that status pages have given up. Links to them still exist, so that nobody but their account gets them
 * soon. The table outlives accounts and therefore has only hashes.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // account_id refers to no row: the account may be deleted. Numbers of accounts are not used again.
  yield* sql`
    create table released_slug (
      slug_hash bytea primary key,
      account_id bigint not null,
      released_at timestamptz not null default mon_now()
    )`
  yield* sql`create index released_slug_age on released_slug (released_at)`
  // A trigger, because pages are also deleted with their account.
  yield* sql`
    create function release_slug() returns trigger language plpgsql as $$
    begin
      insert into released_slug (slug_hash, account_id) values (sha256(convert_to(old.slug, 'UTF8')), old.account_id)
      on conflict (slug_hash) do update set account_id = excluded.account_id, released_at = excluded.released_at;
      return null;
    end $$`
  yield* sql`create trigger release_slug after delete on status_page for each row execute function release_slug()`
  yield* sql`
    create trigger release_former_slug after update of slug on status_page for each row
    when (old.slug <> new.slug) execute function release_slug()`
  yield* compatibleSince(12)
})
