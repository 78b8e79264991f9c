import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { logSupervision } from "./logSupervision.ts"
import { type EmbeddedOptions, startEmbedded } from "./startEmbedded.ts"
import { type ServerAddress, superviseEmbedded, type SupervisionOptions } from "./superviseEmbedded.ts"

const asError = (cause: unknown): EmbeddedPostgresError =>
  cause instanceof EmbeddedPostgresError
    ? cause
    : new EmbeddedPostgresError({
        reason: "StartFailed",
        message: `The embedded database did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })

const stop = (server: { readonly stop: () => Promise<void> }) =>
  Effect.ignore(Effect.tryPromise({ try: server.stop, catch: asError }), { log: "Warn" })

/** The embedded PostgreSQL server of a data directory. */
export class EmbeddedPostgres extends Context.Service<
  EmbeddedPostgres,
  {
    /** Connection URL with the password. */
    readonly url: Redacted.Redacted<string>
    readonly port: number
    readonly dataDir: string
    /** Whether the server was already running. */
    readonly adopted: boolean
    /**
     * Returns the present address of a supervised server, and null while it does not run. Ask before each connection.
     */
    readonly address: () => ServerAddress | null
    /** Succeeds when a supervised server has ended for good, with the reason. */
    readonly lost: Effect.Effect<EmbeddedPostgresError>
  }
>()("@mon/embedded-postgres/EmbeddedPostgres") {
  /** Starts or adopts the server; stops it with the scope if this process owns it. */
  static readonly layer = (options: EmbeddedOptions): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
    Layer.effect(
      EmbeddedPostgres,
      Effect.map(
        Effect.acquireRelease(Effect.tryPromise({ try: () => startEmbedded(options), catch: asError }), stop),
        ({ adopted, dataDir, port, url }) =>
          EmbeddedPostgres.of({
            url: Redacted.make(url),
            port,
            dataDir,
            adopted,
            address: () => ({ host: "127.0.0.1", port }),
            lost: Effect.never
          })
      )
    )

  /**
   * Runs the server for a service: starts it again when it ends, and lets only one service use the data directory.
   * Waits for a service that already uses it, and then fails with reason `Busy`.
   */
  static readonly layerSupervised = (
    options: SupervisionOptions
  ): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
    Layer.effect(
      EmbeddedPostgres,
      Effect.gen(function* () {
        const log = yield* logSupervision
        const onEvent: SupervisionOptions["onEvent"] = (event) => {
          log(event)
          options.onEvent?.(event)
        }
        const server = yield* Effect.acquireRelease(
          Effect.tryPromise({ try: (signal) => superviseEmbedded({ ...options, onEvent }, signal), catch: asError }),
          stop,
          { interruptible: true }
        )
        const { address, adopted, dataDir, lost, port, url } = server
        return { url: Redacted.make(url), port, dataDir, adopted, address, lost: Effect.promise(() => lost) }
      })
    )
}
