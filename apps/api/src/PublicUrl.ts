import { Context, Layer } from "effect"

/** The path of the JSON Schema for the configuration file, which editors load. */
export const CONFIG_SCHEMA_PATH = "/docs/mon.schema.json"

/** The URL of the service for its users: `MON_BASE_URL`, or the address that the server listens on. */
export class PublicUrl extends Context.Service<
  PublicUrl,
  {
    /** Returns the URL without a trailing slash. */
    readonly base: () => string
    /** Sets the URL once the server listens. A configured URL takes precedence. */
    readonly listening: (origin: string) => void
  }
>()("@mon/api/PublicUrl") {
  static readonly layer = ({
    baseUrl,
    host,
    port
  }: {
    readonly baseUrl: string | null
    readonly host: string
    readonly port: number
  }): Layer.Layer<PublicUrl> =>
    Layer.sync(PublicUrl, () => {
      let base = baseUrl ?? `http://${host}:${port}`
      return {
        base: () => base,
        listening: (origin: string) => {
          if (baseUrl === null) base = origin
        }
      }
    })
}
