import { createHash } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { isSigned } from "./S3Signature.ts"

export interface S3Object {
  readonly bytes: Buffer
  readonly contentType: string
  readonly cacheControl: string | null
}

export interface S3Request {
  readonly method: string
  readonly key: string
  /** Whether the request has no signature. Readers do not sign requests. */
  readonly isAnonymous: boolean
}

/** The server's response to a signed request. `Refuse`: the key has no permission. `Hang`: no response. */
export type S3Behaviour = "Work" | "Busy" | "Refuse" | "Hang"

export interface S3Server {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly objects: Map<string, S3Object>
  readonly requests: ReadonlyArray<S3Request>
  /** Sets the function that selects the response to each later signed request. */
  readonly behave: (behaviour: (request: S3Request) => S3Behaviour) => void
  readonly close: () => Promise<void>
}

/** The options of a bucket. By default it is empty and private. */
export interface S3ServerOptions {
  readonly bucket?: string
  /** Everybody can read keys below this prefix, as with a bucket policy with `s3:GetObject`. */
  readonly publicPrefix?: string
  /** The number of keys in one response to ListObjectsV2. Default: 1,000, as in S3. */
  readonly pageSize?: number
}

const KEY = { accessKeyId: "key-id", secretAccessKey: "the secret of the key" }
const REGION = "eu-central-1"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>${content}`

const etagOf = (bytes: Buffer): string => `"${createHash("md5").update(bytes).digest("hex")}"`

/**
 * Returns a response to ListObjectsV2: the sorted keys below the prefix. Keys with a delimiter after the prefix are
 * combined into common prefixes.
 */
const listing = (
  objects: ReadonlyMap<string, S3Object>,
  query: URLSearchParams,
  { bucket, pageSize }: { readonly bucket: string; readonly pageSize: number }
): string => {
  const prefix = query.get("prefix") ?? ""
  const delimiter = query.get("delimiter") ?? ""
  const after = query.get("continuation-token") ?? ""
  const entries = new Map<string, S3Object | null>()
  for (const key of [...objects.keys()].toSorted()) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length)
    if (end === -1) entries.set(key, objects.get(key) ?? null)
    else entries.set(key.slice(0, end + delimiter.length), null)
  }
  const rest = [...entries].filter(([name]) => name > after)
  const shown = rest.slice(0, pageSize)
  const isTruncated = rest.length > shown.length
  const parts = shown.map(([name, object]) =>
    object === null
      ? `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`
      : `<Contents><Key>${escaped(name)}</Key><Size>${object.bytes.length}</Size><ETag>${escaped(etagOf(object.bytes))}</ETag></Contents>`
  )
  const next = isTruncated ? `<NextContinuationToken>${escaped(shown.at(-1)?.[0] ?? "")}</NextContinuationToken>` : ""
  return xml(
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix>` +
      `<KeyCount>${shown.length}</KeyCount><IsTruncated>${String(isTruncated)}</IsTruncated>${next}${parts.join("")}</ListBucketResult>`
  )
}

const work = (): S3Behaviour => "Work"

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * Starts an S3 bucket in memory with path-style addresses. It supports PutObject, GetObject, DeleteObject and
 * ListObjectsV2 with pages. It verifies the signatures of requests (SigV4). Requests without a signature can only read
 * objects below `publicPrefix` and cannot list them. For these requests, `…/` returns the `index.html` of the folder,
 * as on a website in a bucket.
 */
export const startS3Server = async (options: S3ServerOptions = {}): Promise<S3Server> => {
  const { bucket = "mon", pageSize = 1_000, publicPrefix = null } = options
  const objects = new Map<string, S3Object>()
  const requests: Array<S3Request> = []
  let behaviour: (request: S3Request) => S3Behaviour = work

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request)
    const { headers, method = "GET", url: target = "/" } = request
    const url = new URL(target, "http://bucket")
    const answer = (status: number, content: string | Buffer = "", more: Record<string, string> = {}) =>
      response.writeHead(status, { "Content-Type": "application/xml", ...more }).end(content)
    const refuse = (status: number, code: string) =>
      answer(status, xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`))
    const [, name = "", ...path] = url.pathname.split("/")
    const key = decodeURIComponent(path.join("/"))
    const isAnonymous = headers.authorization === undefined
    const seen: S3Request = { method, key, isAnonymous }
    requests.push(seen)
    if (name !== bucket) return void refuse(404, "NoSuchBucket")
    const give = (found: S3Object | undefined) =>
      found === undefined
        ? refuse(404, "NoSuchKey")
        : answer(200, found.bytes, {
            "Content-Type": found.contentType,
            ETag: etagOf(found.bytes),
            ...(found.cacheControl === null ? {} : { "Cache-Control": found.cacheControl })
          })
    if (isAnonymous) {
      const isOpen = method === "GET" && publicPrefix !== null && key !== "" && key.startsWith(publicPrefix)
      if (!isOpen) return void refuse(403, "AccessDenied")
      return void give(objects.get(key.endsWith("/") ? `${key}index.html` : key))
    }
    if (!isSigned({ method, target, headers, body }, KEY)) return void refuse(403, "SignatureDoesNotMatch")
    switch (behaviour(seen)) {
      case "Busy":
        return void refuse(503, "SlowDown")
      case "Refuse":
        return void refuse(403, "AccessDenied")
      case "Hang":
        return
      case "Work":
    }
    if (method === "GET" && key === "") {
      return void answer(200, listing(objects, url.searchParams, { bucket, pageSize }))
    }
    if (method === "GET") return void give(objects.get(key))
    if (method === "PUT") {
      objects.set(key, {
        bytes: body,
        contentType: headers["content-type"] ?? "application/octet-stream",
        cacheControl: headers["cache-control"] ?? null
      })
      return void answer(200, "", { ETag: etagOf(body) })
    }
    if (method === "DELETE") {
      objects.delete(key)
      return void answer(204)
    }
    refuse(405, "MethodNotAllowed")
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    region: REGION,
    ...KEY,
    objects,
    requests,
    behave: (next) => {
      behaviour = next
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, "close")
    }
  }
}
