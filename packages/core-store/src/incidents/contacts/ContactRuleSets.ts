import { ContactRules, defaultContactRules, effectivePlan, isChannelInPlan, type PlanName, Plans } from "@mon/model"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../../access/AccessScope.ts"
import { operation, type Returns } from "../../sql/operation.ts"

/** The rules of a person, with the own channels that can receive alerts now. */
export interface ContactPlan {
  readonly membershipId: string
  readonly rules: ContactRules
  readonly channelIds: ReadonlyArray<string>
}

const decode = Schema.decodeUnknownOption(ContactRules)

/** Rules that another release stored in a different form count as unset, so that the person gets emails. */
const rulesOf = (high: unknown, low: unknown): ContactRules =>
  Option.getOrElse(decode({ high, low }), () => defaultContactRules)

interface PlanRow {
  readonly membershipId: string
  readonly high: unknown
  readonly low: unknown
  readonly plan: PlanName
  readonly planExpiresAt: Date | null
  readonly channels: ReadonlyArray<{ readonly id: string; readonly kind: string }>
}

const plans = (sql: SqlClient.SqlClient) =>
  operation("ContactRuleSets.plans", function* (accountKey: string, membershipIds: ReadonlyArray<string>): Returns<
    ReadonlyArray<ContactPlan>
  > {
    if (membershipIds.length === 0) return []
    const rows = yield* sql<PlanRow>`
        select ms.public_id as "membershipId", r.high, r.low, a.plan, a.plan_expires_at as "planExpiresAt",
          (select coalesce(jsonb_agg(jsonb_build_object('id', c.public_id, 'kind', c.kind) order by c.id), '[]')
            from alert_channel c join own_channel o on o.channel_id = c.id
            where c.membership_id = ms.id and c.is_active and o.verified_at is not null) as channels
        from membership ms join account a on a.id = ms.account_id join contact_rules r on r.membership_id = ms.id
        where ms.account_id = ${accountKey}::bigint and ms.removed_at is null
          and ms.public_id::text in (select jsonb_array_elements_text(${JSON.stringify(membershipIds)}::text::jsonb))`
    const table = yield* Plans
    const now = new Date(yield* Clock.currentTimeMillis)
    return rows.map(({ channels, high, low, membershipId, plan, planExpiresAt }) => {
      const limits = table[effectivePlan(plan, planExpiresAt, now)]
      const usable = channels.filter(({ kind }) => isChannelInPlan({ kind, olderChannels: 0 }, limits))
      return { membershipId, rules: rulesOf(high, low), channelIds: usable.map(({ id }) => id) }
    })
  })

/** The rules with which people say how they are reached: by which way, and after how many minutes. */
export class ContactRuleSets extends Context.Service<ContactRuleSets>()("@mon/core-store/ContactRuleSets", {
  make: Effect.map(SqlClient.SqlClient, (sql) => ({
    /** Returns the caller's rules. Null if the caller has set none. */
    find: operation("ContactRuleSets.find", function* ({ membershipKey }: AccessScope) {
      const [row] = yield* sql<{ readonly high: unknown; readonly low: unknown }>`
        select high, low from contact_rules where membership_id = ${membershipKey}::bigint`
      return row === undefined ? null : rulesOf(row.high, row.low)
    }),
    /** Replaces the caller's rules for one or both urgencies. Absent rules stay unchanged. */
    save: operation("ContactRuleSets.save", function* ({ membershipKey }: AccessScope, rules: Partial<ContactRules>) {
      const [high, low] = [rules.high, rules.low].map((list) => (list === undefined ? null : JSON.stringify(list)))
      yield* sql`
        insert into contact_rules as r (membership_id, high, low)
        select id, coalesce(${high}::text, ${JSON.stringify(defaultContactRules.high)}::text)::jsonb,
          coalesce(${low}::text, ${JSON.stringify(defaultContactRules.low)}::text)::jsonb
        from membership where id = ${membershipKey}::bigint and removed_at is null
        on conflict (membership_id) do update set high = coalesce(${high}::text::jsonb, r.high),
          low = coalesce(${low}::text::jsonb, r.low), updated_at = mon_now()`
    }),
    /** Returns the caller's email address. */
    addressOf: operation("ContactRuleSets.addressOf", function* ({ userKey }: AccessScope) {
      const [row] = yield* sql<{ readonly email: string }>`select email from app_user where id = ${userKey}::bigint`
      return row?.email ?? ""
    }),
    /** Returns the plans of those people (public ids of memberships) who have set rules. */
    plans: plans(sql)
  }))
}) {
  static readonly layer = Layer.effect(ContactRuleSets, ContactRuleSets.make)
}
