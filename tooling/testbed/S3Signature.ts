import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"

export interface SignedRequest {
  readonly method: string
  /** The path and the query as sent. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=(?<id>[^/,]+)\/(?<scope>[^,]+), ?SignedHeaders=(?<names>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/u

const sha256 = (data: string | Buffer): string => createHash("sha256").update(data).digest("hex")

const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest()

const canonicalQuery = (search: string): string =>
  search
    .split("&")
    .filter((part) => part !== "")
    .map((part) => (part.includes("=") ? part : `${part}=`))
    .toSorted()
    .join("&")

const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return (Array.isArray(value) ? value.join(",") : (value ?? "")).trim().replace(/\s+/gu, " ")
}

/**
 * Returns whether a request has a valid signature of this key (AWS Signature Version 4 in the header; S3 encodes the
 * path only once). The body must have the signed hash.
 */
export const isSigned = (
  { body, headers, method, target }: SignedRequest,
  { accessKeyId, secretAccessKey }: { readonly accessKeyId: string; readonly secretAccessKey: string }
): boolean => {
  const found = AUTHORIZATION.exec(headers.authorization ?? "")?.groups
  if (found === undefined || found["id"] !== accessKeyId) return false
  const { names = "", scope = "", signature = "" } = found
  const payload = headerOf(headers, "x-amz-content-sha256")
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return false
  const [path = "", search = ""] = target.split("?")
  const canonical = [
    method,
    path,
    canonicalQuery(search),
    ...names.split(";").map((name) => `${name}:${headerOf(headers, name)}`),
    "",
    names,
    payload
  ].join("\n")
  const text = ["AWS4-HMAC-SHA256", headerOf(headers, "x-amz-date"), scope, sha256(canonical)].join("\n")
  const key = scope.split("/").reduce<string | Buffer>((derived, part) => hmac(derived, part), `AWS4${secretAccessKey}`)
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, "hex"))
}
