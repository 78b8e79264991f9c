import { guard } from "@mon/bundled/callbacks"
import type { AddressAnswer, ResolveAddresses } from "@mon/public-net"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"
import type { DnsError } from "./DnsError.ts"
import type { DnsAnswer } from "./Records.ts"
import type { Resolver } from "./Resolver.ts"

type Family = "A" | "AAAA"
type QueryResult = Result.Result<DnsAnswer<Family>, DnsError>

/**
 * The maximum wait for the slower of the two address families, in milliseconds. Some servers drop AAAA queries (RFC
 * 4074 section 4.1).
 */
const SECOND_FAMILY_MS = 1000

const addressesIn = (result: QueryResult): ReadonlyArray<string> =>
  Result.isSuccess(result) ? result.success.records.map(({ address }) => address) : []

const conclude = (four: QueryResult | null, six: QueryResult | null): AddressAnswer => {
  const results = [four, six].filter((result) => result !== null)
  const addresses: Array<string> = []
  for (const answer of results) addresses.push(...addressesIn(answer))
  if (addresses.length > 0) return { status: "ok", addresses }
  const statuses = results.map((answer) => (Result.isSuccess(answer) ? answer.success.status : "failed"))
  // NXDOMAIN for A applies to every type (RFC 8020). Servers that answer NXDOMAIN only for AAAA are faulty (RFC 4074
  // section 4.2).
  if (statuses[0] === "nxdomain" && statuses[1] !== "nodata") return { status: "nxdomain" }
  const failed = results.find(Result.isFailure)
  return failed === undefined ? { status: "nodata" } : { status: "failed", reason: failed.failure.reason }
}

/**
 * Queries A and AAAA in parallel. Once one query has returned addresses, ignores the other query if it fails or takes
 * more than a second longer.
 */
export const lookUpAddresses = (resolver: Resolver, hostname: string): Effect.Effect<AddressAnswer> =>
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.callback<AddressAnswer>((resume) => {
      const results: Record<Family, QueryResult | null> = { A: null, AAAA: null }
      const fibers: Array<Fiber.Fiber<unknown>> = []
      let started = false
      const safely = guard((error) => {
        resume(Effect.die(error))
        stop()
      })
      const stop = () => {
        for (const fiber of fibers) fiber.interruptUnsafe()
      }
      const finish = () => {
        stop()
        resume(Effect.succeed(conclude(results.A, results.AAAA)))
      }
      const run = <A>(effect: Effect.Effect<A>, then: (value: A) => void) => {
        const fiber = Effect.runForkWith(context)(effect)
        fibers.push(fiber)
        const observe = safely((exit: Exit.Exit<A>) => {
          if (Exit.isSuccess(exit)) then(exit.value)
          else if (!Exit.hasInterrupts(exit)) resume(Effect.failCause(exit.cause))
        })
        fiber.addObserver(observe)
      }
      const consider = () => {
        const first = results.A ?? results.AAAA
        if (!started || first === null) return
        if (results.A !== null && results.AAAA !== null) finish()
        else if (addressesIn(first).length > 0) run(Effect.sleep(SECOND_FAMILY_MS), finish)
      }
      const query = (type: Family) =>
        run(Effect.result(resolver.query(hostname, type)), (answer) => {
          results[type] = answer
          consider()
        })
      query("A")
      query("AAAA")
      started = true
      consider()
      return Effect.sync(stop)
    })
  )

const ABORTED: AddressAnswer = { status: "failed", reason: "Aborted" }

const thrownIn = (cause: Cause.Cause<never>): AddressAnswer => {
  const error = Cause.squash(cause)
  return { status: "failed", reason: "Error", thrown: error instanceof Error ? error : new Error(String(error)) }
}

/**
 * Makes the `resolve` option of `dial` in `@mon/public-net`. The result of an aborted lookup is "failed" with the
 * reason "Aborted". If the resolver's own code throws, the result is "failed" with that error as `thrown`.
 */
export const makeAddressResolver =
  (resolver: Resolver): ResolveAddresses =>
  async (hostname, signal) => {
    if (signal.aborted) return ABORTED
    const exit = await Effect.runPromiseExit(lookUpAddresses(resolver, hostname), { signal })
    if (Exit.isSuccess(exit)) return exit.value
    return Cause.hasDies(exit.cause) ? thrownIn(exit.cause) : ABORTED
  }
