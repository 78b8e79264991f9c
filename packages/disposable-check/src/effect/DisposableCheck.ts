import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Checker, createChecker } from "../Checker.ts"
import { checker } from "../index.ts"
import type { CheckOptions, MailClass, ValidVerdict, Verdict } from "../Verdict.ts"
import { DisposableCheckError } from "../DisposableCheckError.ts"

/** The methods of the service, which checks addresses and domains offline. */
export interface DisposableCheckShape {
  readonly check: (input: string, options?: CheckOptions) => Effect.Effect<Verdict>
  readonly isDisposable: (input: string, options?: CheckOptions) => Effect.Effect<boolean>
  readonly mailClass: (input: string) => Effect.Effect<MailClass | "invalid">
  /** The underlying checker without Effect, for callers that check many addresses in a loop. */
  readonly checker: Checker
}

const fromChecker = (opened: Checker): DisposableCheckShape => ({
  check: (input, options) => Effect.sync(() => opened.check(input, options)),
  isDisposable: (input, options) => Effect.sync(() => opened.isDisposable(input, options)),
  mailClass: (input) => Effect.sync(() => opened.mailClass(input)),
  checker: opened
})

const open = (load: () => Checker) =>
  Effect.try({
    try: () => fromChecker(load()),
    catch: (cause) =>
      new DisposableCheckError({
        reason: "TableUnusable",
        domain: null,
        message: cause instanceof Error ? cause.message : String(cause)
      })
  })

const emptyChecker = (verdicts: Readonly<Record<string, Partial<ValidVerdict>>>): Checker => {
  const base = checker()
  const check = (input: string): Verdict => {
    const verdict = base.check(input)
    if (!verdict.valid) return verdict
    const clean: ValidVerdict = { ...verdict, disposable: false, class: "none", tier: null, rule: null, provider: null }
    return Object.hasOwn(verdicts, verdict.domain) ? { ...clean, ...verdicts[verdict.domain] } : clean
  }
  return {
    check,
    isDisposable: (input) => {
      const verdict = check(input)
      return verdict.valid && verdict.disposable
    },
    mailClass: (input) => {
      const verdict = check(input)
      return verdict.valid ? verdict.class : "invalid"
    },
    info: base.info
  }
}

/** The service for offline checks. */
export class DisposableCheck extends Context.Service<DisposableCheck, DisposableCheckShape>()(
  "@mon/disposable-check/DisposableCheck"
) {
  /**
   * A layer with the table of this package. It fails with `TableUnusable` if the table's file is missing or damaged.
   */
  static readonly layer = Layer.effect(DisposableCheck, open(checker))

  /** Returns a layer that uses the bytes of another table. */
  static readonly layerBytes = (bytes: Uint8Array) =>
    Layer.effect(
      DisposableCheck,
      open(() => createChecker(bytes))
    )

  /** Uses only the given domains with the given fields, for tests. */
  static readonly layerMemory = (verdicts: Readonly<Record<string, Partial<ValidVerdict>>>) =>
    Layer.effect(
      DisposableCheck,
      open(() => emptyChecker(verdicts))
    )
}
