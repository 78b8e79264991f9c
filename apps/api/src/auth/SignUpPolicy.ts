import { People, type SignUpOptions, type StoreError } from "@mon/core-store"
import { Context, Effect, Layer } from "effect"
import { ApiConfig, type SignUpMode } from "../ApiConfig.ts"

export class SignUpPolicy extends Context.Service<
  SignUpPolicy,
  {
    readonly mode: SignUpMode
    readonly options: SignUpOptions
    /** Whether a visitor without an invitation may create an account now. */
    readonly isOpen: Effect.Effect<boolean, StoreError>
    /**
     * Whether pages show a link to sign up. Unlike {@link isOpen}, this never fails, even while the database is
     * unavailable.
     */
    readonly isOffered: Effect.Effect<boolean>
  }
>()("@mon/api/SignUpPolicy") {
  /** Applies the configured sign-up mode. Once an owner exists, it no longer queries the database. */
  static readonly layer: Layer.Layer<SignUpPolicy, never, ApiConfig | People> = Layer.effect(
    SignUpPolicy,
    Effect.gen(function* () {
      const { defaultPlan = "free", signup: mode } = yield* ApiConfig
      const people = yield* People
      let hasOwner = false
      const isFirst = Effect.suspend(() => {
        if (hasOwner) return Effect.succeed(false)
        return Effect.map(people.hasOwner, (exists) => {
          hasOwner = exists
          return !exists
        })
      })
      const isOpen = mode === "invited" ? isFirst : Effect.succeed(mode === "open")
      const options = { onlyFirst: mode !== "open", plan: defaultPlan }
      return { mode, options, isOpen, isOffered: Effect.orElseSucceed(isOpen, () => false) }
    })
  )
}
