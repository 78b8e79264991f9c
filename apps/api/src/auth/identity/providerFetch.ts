import type { HttpExchange } from "@mon/public-net"
import type { CustomFetchOptions } from "openid-client"

export class ProviderUnreachable extends Error {
  override readonly name = "ProviderUnreachable"
  readonly code = "ERR_PROVIDER_UNREACHABLE"
}

/** The largest response body, in bytes. The keys and metadata of providers take a few tens of kilobytes. */
const BODY_BYTES = 512 * 1_024

const CUT = {
  too_large: `the response has more than ${BODY_BYTES} bytes`,
  timeout: "the provider took too long",
  broken: "the connection was closed"
} as const

const bytesOf = (body: CustomFetchOptions["body"]): string => {
  if (body === undefined || body === null) return ""
  if (typeof body === "string" || body instanceof URLSearchParams) return body.toString()
  throw new ProviderUnreachable("the request has a body of an unknown kind")
}

/** The statuses whose responses have no body (Fetch, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Returns a `fetch` for requests to a provider. It reads at most 512 KiB of a response. Rejects with
 * {@link ProviderUnreachable}.
 */
export const makeProviderFetch =
  (exchange: HttpExchange) =>
  async (url: string, { body, headers, method, signal }: CustomFetchOptions): Promise<Response> => {
    const answer = await exchange({
      url,
      method,
      headers,
      body: bytesOf(body),
      maxBytes: BODY_BYTES,
      ...(signal === undefined ? {} : { signal })
    })
    if (!answer.ok) throw new ProviderUnreachable(answer.message)
    if (answer.bodyEnd !== "complete") throw new ProviderUnreachable(CUT[answer.bodyEnd])
    const received = new Headers()
    for (const [name, values = []] of Object.entries(answer.headers))
      for (const value of [values].flat()) received.append(name, value)
    return new Response(BODILESS.has(answer.statusCode) ? null : new Uint8Array(answer.body), {
      status: answer.statusCode,
      headers: received
    })
  }
