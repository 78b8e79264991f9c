import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { classifyByMx, type MxAnswer, type MxVerdict } from "../classifyByMx.ts"
import type { CheckOptions, InvalidVerdict } from "../Verdict.ts"
import { DisposableCheck } from "./DisposableCheck.ts"
import { DisposableCheckError } from "./DisposableCheckError.ts"

/** Looks up the mail hosts of a domain; provided by the application. */
export class MxResolver extends Context.Service<
  MxResolver,
  {
    readonly resolveMx: (domain: string) => Effect.Effect<MxAnswer, { readonly message: string }>
  }
>()("@mon/disposable-check/MxResolver") {}

/**
 * The result of the online check: the verdict, the DNS result (`not_queried` when the table or the input already
 * decided), and the host that decided.
 */
export type OnlineVerdict =
  | { readonly verdict: InvalidVerdict; readonly mail: "not_queried"; readonly host: null }
  | (Omit<MxVerdict, "mail"> & { readonly mail: MxVerdict["mail"] | "not_queried" })

/** How strict an online check is, and its timeout. */
export interface OnlineOptions extends CheckOptions {
  /** The DNS timeout in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 5_000

/** The offline check and, for domains that it does not know, a check of the mail hosts. */
export class OnlineCheck extends Context.Service<
  OnlineCheck,
  {
    readonly check: (input: string, options?: OnlineOptions) => Effect.Effect<OnlineVerdict, DisposableCheckError>
  }
>()("@mon/disposable-check/OnlineCheck") {
  /** Requires an MxResolver and a DisposableCheck. */
  static readonly layerNoDeps = Layer.effect(
    OnlineCheck,
    Effect.gen(function* () {
      const { checker } = yield* DisposableCheck
      const { resolveMx } = yield* MxResolver
      const check = Effect.fn("OnlineCheck.check")(function* (input: string, given: OnlineOptions = {}) {
        const { timeoutMs = DEFAULT_TIMEOUT_MS, ...options } = given
        const verdict = checker.check(input, options)
        if (!verdict.valid) return { verdict, mail: "not_queried", host: null } satisfies OnlineVerdict
        if (verdict.class !== "none" || verdict.domain.startsWith("["))
          return { verdict, mail: "not_queried", host: null } satisfies OnlineVerdict
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
                  message: `The DNS did not answer within ${timeoutMs} ms.`
                })
              )
          })
        )
        return classifyByMx(checker, verdict, answer, options)
      })
      return OnlineCheck.of({ check })
    })
  )

  /** Uses the table of this package; requires an MxResolver. */
  static readonly layer = OnlineCheck.layerNoDeps.pipe(Layer.provide(DisposableCheck.layer))
}
