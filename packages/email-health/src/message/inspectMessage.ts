import { evaluateDmarc } from "../dmarc/evaluateDmarc.ts"
import { memoised, type Resolver, withDeadline, withQueryBudget } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { inspectArc } from "./arc/inspectArc.ts"
import { inspectContent } from "./content/inspectContent.ts"
import { bodyCanonicalizer } from "./dkim/canonicalize.ts"
import { inspectDkim } from "./dkim/inspectDkim.ts"
import { inspectHeaders } from "./headers/inspectHeaders.ts"
import { inspectHops } from "./headers/inspectHops.ts"
import { inspectUnsubscribe } from "./headers/inspectUnsubscribe.ts"
import { clientSeenBy } from "./headers/Received.ts"
import { QUERY_BUDGET } from "./limits.ts"
import { parseMessage } from "./mail/Message.ts"
import { nextTurn } from "./nextTurn.ts"
import { inspectSpf } from "./spf/inspectSpf.ts"
import type { MessageFacts } from "./MessageFacts.ts"
import type { Envelope } from "./spf/SpfFacts.ts"

export interface CheckPlan {
  readonly resolver: Resolver
  readonly bytes: Uint8Array
  readonly envelope: Envelope
  /** The host whose Received header names the client; null to trust no header. */
  readonly receivedBy: string | null
  readonly deadlineMs: number
  /** The current time, in milliseconds since the epoch. */
  readonly now: number
}

/**
 * Returns the signing domains that are aligned with the author. The DMARC result itself needs only the first aligned
 * domain.
 */
const alignedSigners = (
  resolver: Resolver,
  from: string,
  signers: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(signers, (signer) => evaluateDmarc(resolver, { from, spf: null, dkim: [signer] })),
    (outcomes) => outcomes.flatMap(({ aligned }) => (aligned.dkim === null ? [] : [aligned.dkim]))
  )

/** Collects all facts about a message. Never fails. */
export const inspectMessage = Effect.fnUntraced(function* (plan: CheckPlan) {
  const timed = yield* withDeadline(plan.resolver, plan.deadlineMs)
  const counted = withQueryBudget(timed, QUERY_BUDGET)
  const resolver = yield* memoised(counted)
  const message = parseMessage(plan.bytes)
  yield* nextTurn
  const canonicalBody = bodyCanonicalizer(message.body)
  const seconds = Math.floor(plan.now / 1000)
  const client = plan.receivedBy === null ? null : clientSeenBy(message, plan.receivedBy)
  const envelope: Envelope = {
    ip: plan.envelope.ip ?? client?.ip ?? null,
    helo: plan.envelope.helo ?? client?.helo ?? null,
    mailFrom: plan.envelope.mailFrom
  }
  const headers = inspectHeaders(message)
  const [spf, dkim, arc] = yield* Effect.all(
    [
      inspectSpf(resolver, message, envelope, seconds),
      inspectDkim(resolver, message, canonicalBody, seconds),
      inspectArc(resolver, message, canonicalBody, seconds)
    ],
    { concurrency: "unbounded" }
  )
  const passed = dkim.signatures.filter(({ status }) => status === "pass")
  const signers = [...new Set(passed.flatMap(({ domain }) => (domain === null ? [] : [domain])))]
  const dmarc =
    headers.from === null
      ? null
      : yield* evaluateDmarc(resolver, {
          from: headers.from.domain,
          spf: spf.status === "pass" ? spf.domain : null,
          dkim: signers
        })
  yield* nextTurn
  const facts: MessageFacts = {
    form: message.form,
    headers,
    hops: inspectHops(message),
    content: inspectContent(message),
    unsubscribe: inspectUnsubscribe(
      message,
      passed.map(({ signedHeaders }) => signedHeaders)
    ),
    spf,
    dkim,
    arc,
    dmarc,
    alignedSigners: headers.from === null ? [] : yield* alignedSigners(resolver, headers.from.domain, signers)
  }
  return { facts, queries: counted.spent() }
})
