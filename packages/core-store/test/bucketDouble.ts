import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

const xml = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

/**
 * An S3 bucket in memory, on loopback: PutObject, GetObject and DeleteObject with path-style addresses, their errors as
 * the S3 API reference has them, and signatures demanded (present, not verified).
 */
export const startBucket = async (bucket: string) => {
  const objects = new Map<string, { readonly bytes: Buffer; readonly contentType: string }>()
  let failures = 0
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? "/", "http://bucket")
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    const answer = (status: number, content: string | Buffer = "", contentType = "application/xml") =>
      response.writeHead(status, { "Content-Type": contentType }).end(content)
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=key-id/"))
      return answer(403, xml("AccessDenied"))
    if (!url.pathname.startsWith(`/${bucket}`)) return answer(404, xml("NoSuchBucket"))
    if (failures > 0) {
      failures -= 1
      return answer(503, xml("SlowDown"))
    }
    if (request.method === "PUT") {
      objects.set(key, { bytes: body, contentType: request.headers["content-type"] ?? "" })
      return answer(200)
    }
    if (request.method === "GET") {
      const found = objects.get(key)
      return found === undefined ? answer(404, xml("NoSuchKey")) : answer(200, found.bytes, found.contentType)
    }
    if (request.method === "DELETE") {
      objects.delete(key)
      return answer(204)
    }
    return answer(405, xml("MethodNotAllowed"))
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    /** The next so many requests are answered 503. */
    fail: (times: number) => {
      failures = times
    },
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      })
  }
}
