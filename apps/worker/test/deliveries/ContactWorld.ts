import { channelOf } from "@mon/alerts/channels"
import { ContactRuleSets, OwnChannels, type AccessScope } from "@mon/core-store"
import { type ChannelKind, type ContactRules, uuidv7 } from "@mon/model"
import { sealChannelSettings } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { exampleSettings } from "./ChannelWorld.ts"
import type { TestAccount } from "./DeliveryWorld.ts"

/** A person who can have own channels and rules. */
export interface Person {
  readonly scope: AccessScope
}

/** Adds an own channel of a person, which is verified unless `isVerified` is false. Returns its id. */
export const addOwnChannel = Effect.fn("addOwnChannel")(function* (
  { scope }: Person,
  kind: ChannelKind,
  { isVerified = true, settings = exampleSettings(kind) } = {}
) {
  const channel = channelOf(kind)
  const reading = channel?.readSettings(settings, { targets: [settings["server"] ?? ""] })
  if (channel === null || reading?.ok !== true) return yield* Effect.die(new Error(JSON.stringify(reading)))
  const id = uuidv7(Date.now(), randomBytes(10))
  const sealed = yield* sealChannelSettings(id, { channel, settings: reading.settings })
  const own = yield* OwnChannels
  const created = yield* own.create(scope, { id, kind, name: kind, settings: sealed }, 5)
  if (created._tag !== "Created") return yield* Effect.die(new Error(created._tag))
  if (!isVerified) return id
  yield* own.beginCode(scope, id, "signature")
  yield* own.verify(scope, id, "signature")
  return id
})

export const setRules = Effect.fn("setRules")(function* ({ scope }: Person, rules: Partial<ContactRules>) {
  yield* (yield* ContactRuleSets).save(scope, rules)
})

/** Acknowledges an incident in the name of the account's owner. */
export const acknowledgeAll = Effect.fn("acknowledgeAll")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update incident set acknowledged_at = mon_now(), acknowledged_via = 'dashboard'
    where account_id = ${viewer.accountKey}::bigint`
})

/**
 * Returns what an account's people got, oldest first: the kind of the message, the way (`email` or the kind of an own
 * channel), its minute, and its state unless it is waiting.
 */
export const contactsOf = Effect.fn("contactsOf")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly sent: string }>`
    select n.kind || ' ' || coalesce(d.target_kind, d.channel) || ' +' || d.minute
      || case when d.status = 'pending' then '' else ' ' || d.status end as sent
    from notification_delivery d join notification n on n.id = d.notification_id
    where d.account_id = ${viewer.accountKey}::bigint order by d.id`
  return rows.map(({ sent }) => sent)
})
