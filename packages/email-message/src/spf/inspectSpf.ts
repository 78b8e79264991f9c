import type { SpfOutcome, SpfResult } from "@mon/email-health"
import { evaluateSpf } from "@mon/email-health/effect"
import type { Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { parseMailboxes } from "../message/Mailbox.ts"
import { type Message, valueNamed } from "../message/Message.ts"

/** The sender as the caller knows it from the SMTP session. */
export interface Envelope {
  readonly ip: string | null
  readonly helo: string | null
  /** "" for a bounce; null when unknown. */
  readonly mailFrom: string | null
}

/** The SPF result of the message (RFC 7208). */
export interface SpfFacts {
  /** "not_checked": the IP address or the sender is unknown. */
  readonly status: SpfResult | "not_checked"
  /** The checked domain: that of the MAIL FROM address, or of HELO for a bounce. */
  readonly domain: string | null
  readonly ip: string | null
  /** Where the sender comes from. */
  readonly sender: "envelope" | "return_path" | "helo" | null
  /** The term that decided; null when none did. */
  readonly term: string | null
  /** Why the result is an error; a sentence for people. */
  readonly detail: string | null
}

const NOT_CHECKED: SpfFacts = {
  status: "not_checked",
  domain: null,
  ip: null,
  sender: null,
  term: null,
  detail: null
}

/** The address in the Return-Path, which the last server adds at the top (RFC 5321 section 4.4); null without one. */
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
