import type { AddressAnswer, ResolveAddresses } from "@mon/public-net"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type { DnsError } from "./DnsError.ts"
import type { DnsAnswer } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"

type Family = "A" | "AAAA"
type Told = Result.Result<DnsAnswer<Family>, DnsError>

/** How long the slower family may keep addresses waiting: servers that drop AAAA questions are a known fault (RFC 4074 section 4.1). */
const SECOND_FAMILY_MS = 1000

const addressesIn = (told: Told): ReadonlyArray<string> =>
  Result.isSuccess(told) ? told.success.records.map(({ address }) => address) : []

const conclude = (four: Told | null, six: Told | null): AddressAnswer => {
  const told = [four, six].filter((answer) => answer !== null)
  const addresses: Array<string> = []
  for (const answer of told) addresses.push(...addressesIn(answer))
  if (addresses.length > 0) return { status: "ok", addresses }
  const statuses = told.map((answer) => (Result.isSuccess(answer) ? answer.success.status : "failed"))
  // An A answer of NXDOMAIN holds for every type (RFC 8020); servers that say so of AAAA alone are wrong (RFC 4074 section 4.2).
  if (statuses[0] === "nxdomain" && statuses[1] !== "nodata") return { status: "nxdomain" }
  const failed = told.find(Result.isFailure)
  return failed === undefined ? { status: "nodata" } : { status: "failed", reason: failed.failure.reason }
}

/** Asks for A and AAAA in parallel; a family that fails, or answers a second after the other, is left out when the other has addresses. */
export const lookUpAddresses = (resolver: Resolver, hostname: string): Effect.Effect<AddressAnswer> =>
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.callback<AddressAnswer>((resume) => {
      const told: Record<Family, Told | null> = { A: null, AAAA: null }
      const fibers: Array<Fiber.Fiber<unknown>> = []
      let asked = false
      const stop = () => {
        for (const fiber of fibers) fiber.interruptUnsafe()
      }
      const finish = () => {
        stop()
        resume(Effect.succeed(conclude(told.A, told.AAAA)))
      }
      const run = <A>(effect: Effect.Effect<A>, then: (value: A) => void) => {
        const fiber = Effect.runForkWith(context)(effect)
        fibers.push(fiber)
        fiber.addObserver((exit) => {
          if (Exit.isSuccess(exit)) then(exit.value)
          else if (!Exit.hasInterrupts(exit)) resume(Effect.failCause(exit.cause))
        })
      }
      const consider = () => {
        const first = told.A ?? told.AAAA
        if (!asked || first === null) return
        if (told.A !== null && told.AAAA !== null) finish()
        else if (addressesIn(first).length > 0) run(Effect.sleep(SECOND_FAMILY_MS), finish)
      }
      const ask = (type: Family) =>
        run(Effect.result(resolver.query(hostname, type)), (answer) => {
          told[type] = answer
          consider()
        })
      ask("A")
      ask("AAAA")
      asked = true
      consider()
      return Effect.sync(stop)
    })
  )

const ABORTED: AddressAnswer = { status: "failed", reason: "Aborted" }

/** The resolver port of `@mon/public-net` over a resolver; an abort answers "failed" with the reason "Aborted". */
export const makeAddressResolver =
  (resolver: Resolver): ResolveAddresses =>
  async (hostname, signal) => {
    if (signal.aborted) return ABORTED
    const exit = await Effect.runPromiseExit(lookUpAddresses(resolver, hostname), { signal })
    return Exit.isSuccess(exit) ? exit.value : ABORTED
  }
