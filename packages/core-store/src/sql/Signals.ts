import { isPublicId, monitorKindNames, monitorKinds } from "@mon/model"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { PostgresJs } from "./PostgresJs.ts"
import { run } from "./Query.ts"

/**
 * The kinds of changes that are signalled. `access` means the rights of a person, or the validity of the person's
 * credentials.
 */
export const signalKinds = [
  ...monitorKindNames,
  "incident",
  "change",
  "job",
  "notification",
  "access",
  "maintenance",
  "status_page"
] as const

/** A change in the database. Keys are internal (bigint as text). */
export interface Signal {
  readonly kind: (typeof signalKinds)[number]
  /** The internal key of the account. Null for `access`. */
  readonly accountKey: string | null
  readonly monitorKey: string | null
  /** The public id of the changed object. Null for `access`. */
  readonly id: string | null
  /** The only person whom the change concerns. Null if the change concerns everybody with access. */
  readonly userKey: string | null
}

/** A receiver of signals. */
export interface SignalListener {
  readonly onSignal: (signal: Signal) => void
  /**
   * A function that is called when listening begins, and whenever signals may have been lost. Everything may then have
   * changed.
   */
  readonly onGap: () => void
}

const NONE = "-"
const KEY = /^\d{1,19}$/u

/** Returns the kind of a signal. Monitors of newer kinds are signalled by the code of their kind. */
const kindIn = (text: string): Signal["kind"] | undefined =>
  signalKinds.find((kind) => kind === text) ?? monitorKindNames.find((kind) => String(monitorKinds[kind].code) === text)

const keyOf = (text: string): string | null => (KEY.test(text) ? text : null)

/** Reads a payload of the function `mon_signal`. Returns null if another release sent a payload in a different form. */
const parseSignal = (payload: string): Signal | null => {
  const [first = "", account = NONE, monitor = NONE, id = NONE, user = NONE] = payload.split(" ")
  const kind = kindIn(first)
  if (kind === undefined) return null
  return {
    kind,
    accountKey: keyOf(account),
    monitorKey: keyOf(monitor),
    id: isPublicId(id) ? id : null,
    userKey: keyOf(user)
  }
}

const CHANNEL = "mon_event"
/**
 * The payload of a signal that a process sends to itself. This signal shows whether signals arrive, because the
 * connection may be broken, or a pooler may share the connection between clients.
 */
const PING = "ping"
const PING_EVERY = "30 seconds"
const PING_WITHIN = "10 seconds"
const RETRY_MS = 1_000

const noPing = () => {}

/** The signals about changes that any process has committed. A process has one connection for all its listeners. */
export class Signals extends Context.Service<Signals>()("@mon/core-store/Signals", {
  make: Effect.gen(function* () {
    const { answerTimeoutMs, openListener } = yield* PostgresJs
    const listeners = new Set<SignalListener>()
    const wanted = yield* Latch.make(false)
    let listening = false
    let onPing = noPing

    const receive = (payload: string): void => {
      if (payload === PING) return onPing()
      const signal = parseSignal(payload)
      if (signal !== null) for (const { onSignal } of listeners) onSignal(signal)
    }

    /** Receives signals until the connection is lost. */
    const listenOnce = Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const pool = yield* Effect.acquireRelease(
        Effect.sync(() => openListener(receive, () => Deferred.doneUnsafe(closed, Effect.void))),
        (opened) => Effect.promise(() => opened.end({ timeout: 0 }))
      )
      const limit = { withinMs: answerTimeoutMs, abandon: pool.abandon }
      const send = (text: string) =>
        run(() => pool.unsafe(text), Effect.succeed, { operation: "listen", alone: false, limit })
      const ping = Effect.gen(function* () {
        const answered = yield* Deferred.make<void>()
        onPing = () => Deferred.doneUnsafe(answered, Effect.void)
        yield* send(`notify ${CHANNEL}, '${PING}'`)
        yield* Effect.timeout(Deferred.await(answered), PING_WITHIN)
      })
      yield* send(`listen ${CHANNEL}`)
      yield* ping
      listening = true
      for (const { onGap } of listeners) onGap()
      yield* Effect.raceFirst(Deferred.await(closed), Effect.forever(Effect.delay(ping, PING_EVERY)))
    }).pipe(
      Effect.scoped,
      Effect.ensuring(
        Effect.sync(() => {
          listening = false
        })
      )
    )

    const retryDelay = Effect.flatMap(Random.next, (random) => Effect.sleep(RETRY_MS * (1 + random)))
    yield* Effect.forkScoped(
      wanted.await.pipe(Effect.andThen(Effect.ignore(listenOnce)), Effect.andThen(retryDelay), Effect.forever)
    )

    return {
      /** Returns whether signals currently arrive. It takes up to 40 s to notice that the connection is broken. */
      isListening: (): boolean => listening,
      /** Passes all signals to a listener until the scope closes. */
      listen: (listener: SignalListener): Effect.Effect<void, never, Scope.Scope> =>
        Effect.acquireRelease(
          Effect.andThen(
            Effect.sync(() => {
              listeners.add(listener)
              // From now on, all changes are signalled. Earlier changes may have been missed, so they count as a gap.
              if (listening) listener.onGap()
            }),
            wanted.open
          ),
          () => Effect.sync(() => listeners.delete(listener))
        )
    }
  })
}) {
  /** Listens with one connection. The connection is opened for the first listener, and again whenever it is lost. */
  static readonly layer = Layer.effect(Signals, Signals.make)
}
