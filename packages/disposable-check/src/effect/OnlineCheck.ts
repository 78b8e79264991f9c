import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { classifyByMx, type MxAnswer, type MxVerdict } from "../classifyByMx.ts"
import type { CheckOptions, InvalidVerdict } from "../Verdict.ts"
import { DisposableCheck } from "./DisposableCheck.ts"
import { DisposableCheckError } from "./DisposableCheckError.ts"

/** Asks the DNS for the mail hosts of a domain; whoever builds the layer brings it. */
export class MxResolver extends Context.Service<
  MxResolver,
  {
    readonly resolveMx: (domain: string) => Effect.Effect<MxAnswer, { readonly message: string }>
  }
>()("@mon/disposable-check/MxResolver") {}

/** What the online check says: the verdict, what the DNS said (`unasked` where the table or the form of the input already decided), and the host that decided. */
export type OnlineVerdict =
  | { readonly verdict: InvalidVerdict; readonly mail: "unasked"; readonly host: null }
  | (Omit<MxVerdict, "mail"> & { readonly mail: MxVerdict["mail"] | "unasked" })

/** How strict an online check is, and how long it may take. */
export interface OnlineOptions extends CheckOptions {
  /** Longest wait for the DNS, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 5_000

/** The offline check, and for domains that it does not know the mail hosts. */
export class OnlineCheck extends Context.Service<
  OnlineCheck,
  {
    readonly check: (input: string, options?: OnlineOptions) => Effect.Effect<OnlineVerdict, DisposableCheckError>
  }
>()("@mon/disposable-check/OnlineCheck") {
  /** Needs an MxResolver and a DisposableCheck. */
  static readonly layerNoDeps = Layer.effect(
    OnlineCheck,
    Effect.gen(function* () {
      const { checker } = yield* DisposableCheck
      const { resolveMx } = yield* MxResolver
      const check = Effect.fn("OnlineCheck.check")(function* (input: string, options: OnlineOptions = {}) {
        const verdict = checker.check(input, options)
        if (!verdict.valid) return { verdict, mail: "unasked", host: null } satisfies OnlineVerdict
        if (verdict.class !== "none" || verdict.domain.startsWith("["))
          return { verdict, mail: "unasked", host: null } satisfies OnlineVerdict
        const { domain } = verdict
        const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS
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

  /** Over the table of this package; needs an MxResolver. */
  static readonly layer = OnlineCheck.layerNoDeps.pipe(Layer.provide(DisposableCheck.layer))
}
