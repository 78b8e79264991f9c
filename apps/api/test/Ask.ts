import { type Agent, request } from "node:http"

/** An answer of a server, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The body as JSON; null when it is none. */
  readonly body: unknown
  /** `data` of the body, for a test that has checked the status. */
  readonly data: Readonly<Record<string, unknown>> & { readonly id: string }
}

export interface AskOptions {
  readonly key?: string
  /** An object is sent as JSON, a text or bytes as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly localAddress?: string
}

export type Ask = (method: string, path: string, options?: AskOptions) => Promise<Answer>

const payloadOf = (body: unknown): string | Uint8Array | undefined =>
  body === undefined || typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Asks over a socket of its own, or of an agent, without a default content type. */
export const asker =
  (origin: string, agent: Agent | false = false): Ask =>
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
              data: (body as { readonly data: Answer["data"] } | null)?.data ?? { id: "" }
            })
          })
        }
      )
      sent.on("error", reject)
      sent.end(payload)
    })
