import { makeZoneResolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import { parseDkimKey } from "../../src/index.ts"
import { evaluateDmarc } from "../../src/dmarc/evaluateDmarc.ts"
import { evaluateSpf } from "../../src/spf/evaluateSpf.ts"
import { type Sender, type World, zoneOf } from "./World.ts"

/** The result of an email from one sender. */
export interface Fate {
  readonly spf: string
  readonly dmarc: string
  /** The policy that receivers are asked to apply to the email; "none" if the email passes. */
  readonly policy: string
  /** The policies for the sender's email in the name of the organization and of a name below the domain. */
  readonly relatives: ReadonlyArray<string>
  /** Whether SPF or DKIM shows that the email is from the domain, regardless of the domain's policy. */
  readonly authentic: boolean
  /** Whether everybody passes SPF, and no policy makes receivers act on email that does not pass. */
  readonly isAnybody: boolean
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

/** The addresses of servers that no record names, in distant networks. */
const STRANGERS = {
  4: ["23.9.9.9", "99.99.99.99", "155.9.9.9", "199.9.9.9"],
  6: ["2a00:9::9", "2600:9::9"]
} as const

/** Whether the SPF record allows everybody with addresses of this family. */
export const isOpen = async (world: World, family: 4 | 6): Promise<boolean> => {
  const { domain } = world
  const resolver = makeZoneResolver(zoneOf(world))
  const outcomes = await Promise.all(
    STRANGERS[family].map((ip) => Effect.runPromise(evaluateSpf(resolver, { ip, sender: `a@${domain}`, helo: domain })))
  )
  return outcomes.every(({ result }) => result === "pass")
}

/**
 * Returns the policy that receivers are asked to apply to email that neither SPF nor DKIM shows to be from the given
 * name.
 */
export const policyOf = async (world: World, from = world.domain): Promise<string> => {
  const resolver = makeZoneResolver(zoneOf(world))
  const outcome = await Effect.runPromise(evaluateDmarc(resolver, { from, spf: null, dkim: [] }))
  return outcome.policy ?? "none"
}

/**
 * Returns the names in which the domain's servers may also send. With relaxed alignment, the domain's SPF result counts
 * for these names.
 */
const relativesOf = ({ domain }: World): ReadonlyArray<string> => [
  `shop.${domain}`,
  ...(domain.split(".").length > 2 ? [domain.slice(domain.indexOf(".") + 1)] : [])
]

/** Whether no policy makes receivers act on email that the domain's SPF record could show to be genuine. */
export const isWatching = async (world: World): Promise<boolean> => {
  const policies = await Promise.all([world.domain, ...relativesOf(world)].map((from) => policyOf(world, from)))
  return policies.every((policy) => policy === "none")
}

/** Receives an email from the sender according to RFC 7208 and RFC 9989. */
export const fateOf = async (world: World, sender: Sender): Promise<Fate> => {
  const resolver = makeZoneResolver(zoneOf(world))
  const { domain } = world
  const envelope = sender.envelope ?? domain
  const spf = await Effect.runPromise(evaluateSpf(resolver, { ip: sender.ip, sender: `a@${envelope}`, helo: domain }))
  const signed = signs(world, sender)
  const receive = (from: string) =>
    Effect.runPromise(
      evaluateDmarc(resolver, { from, spf: spf.result === "pass" ? envelope : null, dkim: signed ? [domain] : [] })
    )
  const outcome = await receive(domain)
  const relatives = await Promise.all(relativesOf(world).map(receive))
  const aligned = envelope === domain || envelope.endsWith(`.${domain}`)
  return {
    spf: spf.result,
    dmarc: outcome.result,
    policy: outcome.result === "fail" ? (outcome.policy ?? "none") : "none",
    relatives: relatives.map(({ policy, result }) => (result === "fail" ? (policy ?? "none") : result)),
    authentic: signed || (aligned && spf.result === "pass"),
    isAnybody: (await isOpen(world, sender.ip.includes(":") ? 6 : 4)) && (await isWatching(world))
  }
}

const STRICT = ["none", "quarantine", "reject"]

/**
 * Whether receivers treat an email worse than before. A pass that every server gets shows nothing about the sender, so
 * this pass may end as long as receivers act on no failure.
 */
export const isWorse = (before: Fate, after: Fate): boolean =>
  (!before.isAnybody && before.spf === "pass" && after.spf !== "pass") ||
  (before.spf !== "fail" && after.spf === "fail") ||
  (!before.isAnybody && before.dmarc === "pass" && after.dmarc !== "pass") ||
  before.relatives.some((old, index) => old === "pass" && STRICT.indexOf(after.relatives[index] ?? "") > 0) ||
  STRICT.indexOf(after.policy) > STRICT.indexOf(before.policy)
