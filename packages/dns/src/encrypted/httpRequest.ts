import type { DnsQuery } from "../udp/DnsQuery.ts"
import { encodeQuery } from "../wire/Message.ts"
import { DNS_MESSAGE } from "./httpAnswer.ts"

/** The form in which queries are sent over HTTP. */
export interface HttpForm {
  readonly url: URL
  readonly method: "GET" | "POST"
  readonly padding: boolean
}

/** A request with a query (RFC 8484 section 4.1). The id is 0, so that caches can find the answer again. */
export interface HttpRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Empty for GET. */
  readonly body: Buffer
}

/** Writes the request for a query. */
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
