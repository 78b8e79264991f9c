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
    /** The URL for connections, including the password. */
    readonly url: Redacted.Redacted<string>
    readonly port: number
    readonly dataDir: string
    /** Whether the server was already running when the layer was built. */
    readonly adopted: boolean
    /**
     * Returns the current address of a supervised server; null while it does not run. Call it before each connection.
     */
    readonly address: () => ServerAddress | null
    /** An effect that succeeds with the reason when a supervised server has ended and cannot be restarted. */
    readonly lost: Effect.Effect<EmbeddedPostgresError>
  }
>()("@mon/embedded-postgres/EmbeddedPostgres") {
  /** Starts the server, or uses a running one. When the scope closes, stops the server if this process owns it. */
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
   * Runs the server for a service: restarts it when it ends, and lets only one service use the data directory. If
   * another service uses the directory, waits for that service to end, and fails with reason `Busy` if this takes too
   * long.
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
