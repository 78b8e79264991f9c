import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** What can change. `access`: what a person may read, or whether the person's credentials are valid. */
export const signalKinds = [
  "domain",
  "url",
  "incident",
  "change",
  "job",
  "notification",
  "access",
  "maintenance",
  "status_page"
] as const

/** Something that has changed in the database. Keys are internal (bigint as text). */
export interface Signal {
  readonly kind: (typeof signalKinds)[number]
  /** Null for `access`. */
  readonly accountKey: string | null
  readonly monitorKey: string | null
  /** Public id of what changed. Null for `access`. */
  readonly id: string | null
  /** The only person whom it concerns. Null: everybody with access. */
  readonly userKey: string | null
}

/** Receives signals. */
export interface SignalListener {
  readonly onSignal: (signal: Signal) => void
  /** Signals may have been lost, so everything may have changed. Called also when listening has begun. */
  readonly onGap: () => void
}

/** Signals of committed changes of all processes. A process has one connection for all its listeners. */
export class Signals extends Context.Service<
  Signals,
  {
    /** Passes on all signals until the scope closes. */
    readonly listen: (listener: SignalListener) => Effect.Effect<void, never, Scope.Scope>
    /** Whether signals arrive now. It takes up to 40 s to find out that a connection is dead. */
    readonly isListening: () => boolean
  }
>()("@mon/core-store/Signals") {}
