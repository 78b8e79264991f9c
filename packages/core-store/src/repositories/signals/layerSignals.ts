import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import { run } from "../../sql/Query.ts"
import { PostgresJs } from "../../sql/PostgresJs.ts"
import { parseSignal } from "./parseSignal.ts"
import { type SignalListener, Signals } from "./Signals.ts"

const CHANNEL = "mon_event"
/** A signal to itself, which shows that signals arrive: a connection can be dead, or be shared by a pooler. */
const PING = "ping"
const PING_EVERY = "30 seconds"
const PING_WITHIN = "10 seconds"
/** Between two attempts to connect. */
const RETRY_MS = 1_000

const noPing = () => {}

/** One connection listens. It is opened when somebody first listens, and again whenever it is lost. */
export const layerSignals: Layer.Layer<Signals, never, PostgresJs> = Layer.effect(
  Signals,
  Effect.gen(function* () {
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

    /** Ends when the connection is lost. */
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

    return Signals.of({
      isListening: () => listening,
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.andThen(
            Effect.sync(() => {
              listeners.add(listener)
              // What changes from now on arrives.
              if (listening) listener.onGap()
            }),
            wanted.open
          ),
          () => Effect.sync(() => listeners.delete(listener))
        )
    })
  })
)
