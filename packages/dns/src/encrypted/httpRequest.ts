import type { DnsQuery } from "../udp/DnsQuery.ts"
import { encodeQuery } from "../wire/Message.ts"
import { DNS_MESSAGE } from "./httpAnswer.ts"

export interface HttpForm {
  readonly url: URL
  readonly method: "GET" | "POST"
  readonly padding: boolean
}

/**
 * A request that contains a query (RFC 8484 section 4.1). The query has the id 0, so that HTTP caches can reuse the
 * answer.
 */
export interface HttpRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty if the method is GET. */
  readonly body: Buffer
}

export const requestFor = (dnsQuery: DnsQuery, { method, padding, url }: HttpForm): HttpRequest => {
  const message = encodeQuery(0, dnsQuery.labels, dnsQuery.type, { ...dnsQuery, padding })
  const { pathname, search } = url
  const accept = { accept: DNS_MESSAGE }
  if (method === "POST")
    return {
      method,
      path: `${pathname}${search}`,
      headers: { ...accept, "content-type": DNS_MESSAGE, "content-length": String(message.length) },
      body: message
    }
  const separator = search === "" ? "?" : "&"
  return {
    method,
    path: `${pathname}${search}${separator}dns=${message.toString("base64url")}`,
    headers: accept,
    body: Buffer.alloc(0)
  }
}
