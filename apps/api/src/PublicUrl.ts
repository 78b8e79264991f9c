import { Context, Effect, Layer } from "effect"
import { ApiConfig } from "./ApiConfig.ts"

/** The URL under which people reach the service: `MON_BASE_URL`, or what the server listens on. */
export class PublicUrl extends Context.Service<
  PublicUrl,
  {
    /** Without a slash at its end. */
    readonly base: () => string
    /** Told by the server once it listens; a configured URL stays. */
    readonly listening: (origin: string) => void
  }
>()("@mon/api/PublicUrl") {
  static readonly layer: Layer.Layer<PublicUrl, never, ApiConfig> = Layer.effect(
    PublicUrl,
    Effect.map(ApiConfig, ({ baseUrl, host, port }) => {
      let base = baseUrl ?? `http://${host}:${port}`
      return {
        base: () => base,
        listening: (origin: string) => {
          if (baseUrl === null) base = origin
        }
      }
    })
  )
}
