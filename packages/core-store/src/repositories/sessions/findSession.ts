import type { PlanName, Role } from "@mon/model"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { storeError } from "../../sql/StoreError.ts"
import { type AccountChoice, sessionSeconds, type Sessions, type SignedIn } from "./Sessions.ts"

interface Row {
  readonly user_id: string
  readonly account_id: string
  readonly membership_id: string
  readonly role: Role
  readonly account_key: string
  readonly user_key: string
  readonly membership_key: string
  readonly plan: PlanName
  readonly plan_expires_at: Date | null
  readonly extra_domains: number
  readonly email: string
  readonly name: string | null
  readonly owner_email: string
  readonly accounts: number
  readonly signed_in_seconds: number
}

/** The shortest time between two updates of `seen_at`, so that most requests only read. */
const SEEN_SECONDS = 300

const toSignedIn = (row: Row): SignedIn => ({
  principal: { userId: row.user_id, accountId: row.account_id, membershipId: row.membership_id, role: row.role },
  viewer: { accountKey: row.account_key, userKey: row.user_key, membershipKey: row.membership_key, role: row.role },
  plan: row.plan,
  planExpiresAt: row.plan_expires_at,
  extraDomains: row.extra_domains,
  email: row.email,
  name: row.name,
  ownerEmail: row.owner_email,
  accounts: row.accounts,
  signedInSeconds: row.signed_in_seconds
})

export const findSession = (sql: SqlClient.SqlClient): Sessions["Service"]["find"] =>
  Effect.fn("Sessions.find")(
    function* (tokenHash) {
      const [row] = yield* sql<Row>`
      with seen as (
        update user_session set seen_at = mon_now()
        where token_hash = ${tokenHash} and expires_at > mon_now()
          and seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)
          and seen_at < mon_now() - make_interval(secs => ${SEEN_SECONDS}::int)
      )
      select u.public_id as user_id, a.public_id as account_id, ms.public_id as membership_id, ms.role,
        a.id::text as account_key, u.id::text as user_key, ms.id::text as membership_key, a.plan, a.plan_expires_at,
        coalesce((select sum(l.domains) from licence l where l.account_id = a.id and l.revoked_at is null and l.kind = 'addon'
          and l.starts_at <= mon_now() and l.ends_at > mon_now()), 0)::int as extra_domains,
        u.email, u.name, o.email as owner_email,
        (select count(*)::int from membership mine where mine.user_id = u.id and mine.removed_at is null) as accounts,
        floor(extract(epoch from mon_now() - s.created_at))::int as signed_in_seconds
      from user_session s
      join membership ms on ms.id = s.membership_id and ms.user_id = s.user_id and ms.removed_at is null
      join account a on a.id = ms.account_id
      join app_user u on u.id = s.user_id
      join membership om on om.account_id = a.id and om.role = 'owner' and om.removed_at is null
      join app_user o on o.id = om.user_id
      where s.token_hash = ${tokenHash} and s.expires_at > mon_now()
        and s.seen_at > mon_now() - make_interval(secs => ${sessionSeconds.idle}::int)`
      return row === undefined ? null : toSignedIn(row)
    },
    Effect.mapError(storeError("Sessions.find"))
  )

export const listAccountChoices = (sql: SqlClient.SqlClient): Sessions["Service"]["accounts"] =>
  Effect.fn("Sessions.accounts")(
    function* ({ userKey }) {
      return yield* sql<AccountChoice>`
      select ms.public_id as "membershipId", o.email as "ownerEmail", ms.role
      from membership ms
      join membership om on om.account_id = ms.account_id and om.role = 'owner' and om.removed_at is null
      join app_user o on o.id = om.user_id
      where ms.user_id = ${userKey}::bigint and ms.removed_at is null
      order by ms.role = 'owner' desc, ms.id`
    },
    Effect.mapError(storeError("Sessions.accounts"))
  )
