import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { type EmbeddedOptions, startEmbedded } from "./startEmbedded.ts"

const asError = (cause: unknown): EmbeddedPostgresError =>
  cause instanceof EmbeddedPostgresError
    ? cause
    : new EmbeddedPostgresError({
        reason: "StartFailed",
        message: `The embedded database did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
        cause
      })

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
  }
>()("@mon/embedded-postgres/EmbeddedPostgres") {
  /** Starts or adopts the server; stops it with the scope if this process owns it. */
  static readonly layer = (options: EmbeddedOptions): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
    Layer.effect(
      EmbeddedPostgres,
      Effect.map(
        Effect.acquireRelease(Effect.tryPromise({ try: () => startEmbedded(options), catch: asError }), (server) =>
          Effect.ignore(Effect.tryPromise({ try: server.stop, catch: asError }), { log: "Warn" })
        ),
        ({ adopted, dataDir, port, url }) => EmbeddedPostgres.of({ url: Redacted.make(url), port, dataDir, adopted })
      )
    )
}
