import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { parseDkimKey } from "../../src/index.ts"
import { evaluateDmarc } from "../../src/dmarc/evaluateDmarc.ts"
import { evaluateSpf } from "../../src/spf/evaluateSpf.ts"
import { type Sender, type World, zoneOf } from "./World.ts"

/** What happens to the email of one sender. */
export interface Fate {
  readonly spf: string
  readonly dmarc: string
  /** What receivers are asked to do with it; "none" when it passes. */
  readonly policy: string
  /** Whether SPF or DKIM shows that the email is from the domain, whatever its policy is. */
  readonly authentic: boolean
}

const MIN_BITS = 1024

const MAX_ALIASES = 8

const keysAt = (nodes: World["nodes"], name: string, hops = 0): ReadonlyArray<string> => {
  const node = nodes.get(name)
  const target = node?.CNAME?.[0]
  return target === undefined || hops > MAX_ALIASES ? (node?.TXT ?? []) : keysAt(nodes, target, hops + 1)
}

const signs = (world: World, { selector }: Sender): boolean => {
  const texts = selector === null ? [] : keysAt(world.nodes, `${selector}._domainkey.${world.domain}`)
  const key = texts.length === 1 ? parseDkimKey(texts[0] ?? "") : null
  return (
    key !== null &&
    key.faults.length === 0 &&
    key.data !== "" &&
    (key.keyBits ?? 0) >= (key.keyType === "rsa" ? MIN_BITS : 0)
  )
}

/** Receives an email of the sender, as RFC 7208 and RFC 9989 say. */
export const fateOf = async (world: World, sender: Sender): Promise<Fate> => {
  const resolver = makeZoneResolver(zoneOf(world))
  const { domain } = world
  const envelope = sender.envelope ?? domain
  const spf = await Effect.runPromise(evaluateSpf(resolver, { ip: sender.ip, sender: `a@${envelope}`, helo: domain }))
  const signed = signs(world, sender)
  const outcome = await Effect.runPromise(
    evaluateDmarc(resolver, {
      from: domain,
      spf: spf.result === "pass" ? envelope : null,
      dkim: signed ? [domain] : []
    })
  )
  const aligned = envelope === domain || envelope.endsWith(`.${domain}`)
  return {
    spf: spf.result,
    dmarc: outcome.result,
    policy: outcome.result === "fail" ? (outcome.policy ?? "none") : "none",
    authentic: signed || (aligned && spf.result === "pass")
  }
}

const STRICT = ["none", "quarantine", "reject"]

/** Whether receivers treat an email worse than before. */
export const isWorse = (before: Fate, after: Fate): boolean =>
  (before.spf === "pass" && after.spf !== "pass") ||
  (before.spf !== "fail" && after.spf === "fail") ||
  (before.dmarc === "pass" && after.dmarc !== "pass") ||
  STRICT.indexOf(after.policy) > STRICT.indexOf(before.policy)
