import { type AccessScope, Heartbeats, type PingTokens, replacedTokenMs } from "@mon/core-store"
import type { Heartbeat } from "@mon/model"
import { Effect, Option } from "effect"
import { ApiConfig } from "../../ApiConfig.ts"
import type { Caller } from "../../auth/Caller.ts"
import { openPingToken } from "../../pings/PingToken.ts"
import { PublicUrl } from "../../PublicUrl.ts"

/** Returns the address for pings by email with the given local part. Null: the service receives no pings by email. */
export const pingEmailOf = (mailbox: string) =>
  Effect.map(ApiConfig, ({ pingMail = null }) => (pingMail === null ? null : `${mailbox}@${pingMail.host}`))

/** Adds the ping URL to a heartbeat. A token that cannot be opened is left out. */
const withUrl = Effect.fnUntraced(function* (
  { accountKey }: AccessScope,
  heartbeat: Heartbeat,
  { earlier, sealed }: PingTokens
) {
  const token = Option.getOrNull(yield* Effect.option(openPingToken(accountKey, sealed)))
  const pingUrl = token === null ? null : `${(yield* PublicUrl).base()}/ping/${token}`
  const pingEmail = token === null ? null : yield* pingEmailOf(token)
  if (earlier === null) return { ...heartbeat, pingUrl, pingEmail }
  const { lastUsedAt, replacedAt } = earlier
  const endsAt = new Date(Date.parse(lastUsedAt ?? replacedAt) + replacedTokenMs).toISOString()
  return { ...heartbeat, pingUrl, pingEmail, earlierPingUrl: { lastUsedAt, endsAt } }
})

/** Adds the ping URLs to the heartbeats that the caller may change. A read-only key gets no ping URLs. */
export const withPingUrls = Effect.fn("withPingUrls")(function* (
  { scope, viewer }: Caller,
  heartbeats: ReadonlyArray<Heartbeat>
) {
  if (scope === "read") return heartbeats
  const changeable = heartbeats.filter(({ access }) => access !== "read").map(({ id }) => id)
  const tokens = new Map((yield* (yield* Heartbeats).tokens(viewer, changeable)).map((token) => [token.id, token]))
  return yield* Effect.forEach(heartbeats, (heartbeat) => {
    const token = tokens.get(heartbeat.id)
    return token === undefined ? Effect.succeed(heartbeat) : withUrl(viewer, heartbeat, token)
  })
})

export const withPingUrl = (caller: Caller, heartbeat: Heartbeat) =>
  Effect.map(withPingUrls(caller, [heartbeat]), ([one]) => one ?? heartbeat)
