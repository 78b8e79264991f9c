import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { classifyByMx, type MxAnswer } from "../classifyByMx.ts"
import { DisposableCheckError } from "../DisposableCheckError.ts"
import {
  DEFAULT_TIMEOUT_MS,
  needsLookup,
  notQueried,
  type OnlineOptions,
  type OnlineVerdict,
  tooSlow
} from "../OnlineVerdict.ts"
import { DisposableCheck } from "./DisposableCheck.ts"

/** The service that looks up the mail hosts of a domain. The application provides it. */
export class MxResolver extends Context.Service<
  MxResolver,
  {
    readonly resolveMx: (domain: string) => Effect.Effect<MxAnswer, { readonly message: string }>
  }
>()("@mon/disposable-check/MxResolver") {}

/**
 * The service for online checks: the offline check and, if no rule applies to the domain, a check of its mail hosts.
 */
export class OnlineCheck extends Context.Service<
  OnlineCheck,
  {
    readonly check: (input: string, options?: OnlineOptions) => Effect.Effect<OnlineVerdict, DisposableCheckError>
  }
>()("@mon/disposable-check/OnlineCheck") {
  /** A layer that requires an MxResolver and a DisposableCheck. */
  static readonly layerNoDeps = Layer.effect(
    OnlineCheck,
    Effect.gen(function* () {
      const { checker } = yield* DisposableCheck
      const { resolveMx } = yield* MxResolver
      const check = Effect.fn("OnlineCheck.check")(function* (input: string, given: OnlineOptions = {}) {
        const { timeoutMs = DEFAULT_TIMEOUT_MS, ...options } = given
        const verdict = checker.check(input, options)
        if (!needsLookup(verdict)) return notQueried(verdict)
        const { domain } = verdict
        const answer = yield* resolveMx(domain).pipe(
          Effect.mapError(({ message }) => new DisposableCheckError({ reason: "LookupFailed", domain, message })),
          Effect.timeoutOrElse({
            duration: timeoutMs,
            orElse: () =>
              Effect.fail(
                new DisposableCheckError({
                  reason: "LookupTimeout",
                  domain,
                  message: tooSlow(timeoutMs)
                })
              )
          })
        )
        return classifyByMx(checker, verdict, answer, options)
      })
      return OnlineCheck.of({ check })
    })
  )

  /** A layer that uses the table of this package and requires an MxResolver. */
  static readonly layer = OnlineCheck.layerNoDeps.pipe(Layer.provide(DisposableCheck.layer))
}
