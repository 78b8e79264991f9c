import type { AddressAnswer, ResolveAddresses } from "@mon/public-net"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { DnsError } from "./DnsError.ts"
import type { DnsAnswer } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"

type Family = "A" | "AAAA"
type Told = Result.Result<DnsAnswer<Family>, DnsError>

/** How long the slower family may keep addresses waiting: servers that drop AAAA questions are a known fault (RFC 4074 section 4.1). */
const SECOND_FAMILY_MS = 1000

const addressesIn = (told: Told): ReadonlyArray<string> => (Result.isSuccess(told) ? told.success.records.map(({ address }) => address) : [])

const conclude = (four: Told | null, six: Told | null): AddressAnswer => {
  const told = [four, six].filter((answer) => answer !== null)
  const addresses = told.flatMap(addressesIn)
  if (addresses.length > 0) return { status: "ok", addresses }
  const statuses = told.map((answer) => (Result.isSuccess(answer) ? answer.success.status : "failed"))
  // An A answer of NXDOMAIN holds for every type (RFC 8020); servers that say so of AAAA alone are wrong (RFC 4074 section 4.2).
  if (statuses[0] === "nxdomain" && statuses[1] !== "nodata") return { status: "nxdomain" }
  const failed = told.find(Result.isFailure)
  return failed === undefined ? { status: "nodata" } : { status: "failed", reason: failed.failure.reason }
}

/** Asks for A and AAAA in parallel; a family that fails, or answers a second after the other, is left out when the other has addresses. */
export const lookUpAddresses = Effect.fnUntraced(function*(resolver: Resolver, hostname: string) {
  const ask = (type: Family) => Effect.forkChild(Effect.result(resolver.query(hostname, type)))
  const four = yield* ask("A")
  const six = yield* ask("AAAA")
  const first = yield* Effect.raceFirst(Fiber.join(four), Fiber.join(six))
  const patience = addressesIn(first).length > 0 ? SECOND_FAMILY_MS : Number.POSITIVE_INFINITY
  const within = (fiber: typeof four) => Effect.map(Effect.timeoutOption(Fiber.join(fiber), patience), Option.getOrNull)
  const [told4, told6] = yield* Effect.all([within(four), within(six)], { concurrency: 2 })
  return conclude(told4, told6)
})

/** The resolver port of `@mon/public-net` over a resolver; an abort answers "failed" with the reason "Aborted". */
export const resolveAddresses = (resolver: Resolver): ResolveAddresses => async (hostname, signal) => {
  const exit = await Effect.runPromiseExit(lookUpAddresses(resolver, hostname), { signal })
  return Exit.isSuccess(exit) ? exit.value : { status: "failed", reason: "Aborted" }
}
