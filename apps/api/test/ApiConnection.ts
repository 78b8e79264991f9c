import { type Agent, request } from "node:http"

export interface ApiResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON. Null: the body is not JSON. */
  readonly body: unknown
  /** The `data` of the body. Check the status before you use it. */
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string }
}

export interface RequestOptions {
  readonly key?: string
  /** An object is sent as JSON. A string or bytes are sent unchanged. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly localAddress?: string
}

export type SendRequest = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>

const payloadOf = (body: unknown): string | Uint8Array | undefined =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Returns a function that sends each request over its own socket or over a socket of the agent, without a default
 * content type.
 */
export const connectTo =
  (origin: string, agent: Agent | false = false): SendRequest =>
  (method, path, options = {}) =>
    new Promise((resolve, reject) => {
      const payload = payloadOf(options.body)
      const sent = request(
        new URL(origin),
        {
          method,
          path,
          agent,
          ...(options.localAddress === undefined ? {} : { localAddress: options.localAddress }),
          headers: {
            ...(options.key === undefined ? {} : { "X-API-Key": options.key }),
            ...(payload === undefined ? {} : { "Content-Length": String(Buffer.byteLength(payload)) }),
            ...options.headers
          }
        },
        (response) => {
          const chunks: Array<Buffer> = []
          response.on("data", (chunk: Buffer) => chunks.push(chunk))
          response.on("error", reject)
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8")
            const body = parse(text)
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers as Record<string, string>,
              text,
              body,
              data: (body as { readonly data: ApiResponse["data"] } | null)?.data ?? { id: "" }
            })
          })
        }
      )
      sent.on("error", reject)
      sent.end(payload)
    })
