import { Context, Layer } from "effect"

/** The URL under which people reach the service: `MON_BASE_URL`, or what the server listens on. */
export class PublicUrl extends Context.Service<
  PublicUrl,
  {
    /** Without a slash at its end. */
    readonly base: () => string
    /** The server calls it once it listens; a configured URL stays. */
    readonly listening: (origin: string) => void
  }
>()("@mon/api/PublicUrl") {
  /** `baseUrl`: the configured one, or null. */
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
