import type { SpfOutcome } from "../../spf/SpfOutcome.ts"
import { evaluateSpf } from "../../spf/evaluateSpf.ts"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { parseMailboxes } from "../mail/Mailbox.ts"
import { type Message, valueNamed } from "../mail/Message.ts"
import type { Envelope, SpfFacts } from "./SpfFacts.ts"

const NOT_CHECKED: SpfFacts = {
  status: "not_checked",
  domain: null,
  ip: null,
  sender: null,
  term: null,
  detail: null
}

/**
 * Returns the address in the Return-Path header, which the last server adds at the top (RFC 5321 section 4.4); null if
 * there is no such header.
 */
const returnPath = (message: Message): string | null => {
  const value = valueNamed(message, "return-path")
  if (value === null) return null
  return value === "<>" ? "" : (parseMailboxes(value).mailboxes[0]?.address ?? null)
}

/** Evaluates SPF. `now` is in seconds since the epoch. */
export const inspectSpf = (
  resolver: Resolver,
  message: Message,
  { helo, ip, mailFrom }: Envelope,
  now: number
): Effect.Effect<SpfFacts> => {
  const sender = mailFrom ?? returnPath(message)
  if (ip === null || (sender === null && helo === null) || (sender === "" && helo === null))
    return Effect.succeed({ ...NOT_CHECKED, ip })
  const request = { ip, sender: sender ?? "", now, ...(helo === null ? {} : { helo }) }
  return Effect.map(evaluateSpf(resolver, request), ({ domain, fault, result, term }: SpfOutcome): SpfFacts => ({
    status: result,
    domain: domain === "" ? null : domain.toLowerCase(),
    ip,
    sender: sender === null || sender === "" ? "helo" : mailFrom === null ? "return_path" : "envelope",
    term,
    detail: fault?.message ?? null
  }))
}
