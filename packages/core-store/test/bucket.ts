import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** What the double is told to do with the next requests. */
export type BucketMood = "well" | "busy once" | "damaging" | "hanging"

interface Stored {
  readonly body: Buffer
  readonly contentType: string
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const say = (response: ServerResponse, status: number, code: string) =>
  response.writeHead(status, { "content-type": "application/xml" }).end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

/** An S3 server on loopback with one bucket: put, get and delete of objects, path style, signed requests only. */
export const startBucket = async (bucket: string, accessKeyId: string) => {
  const objects = new Map<string, Stored>()
  const requests: Array<string> = []
  const state: { mood: BucketMood } = { mood: "well" }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "")
    requests.push(`${request.method} ${path}`)
    const body = await bodyOf(request)
    if (state.mood === "hanging") return undefined
    if (state.mood === "busy once") {
      state.mood = "well"
      return say(response, 503, "SlowDown")
    }
    const signed = request.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`) ?? false
    if (!signed) return say(response, 403, "AccessDenied")
    if (!path.startsWith(`/${bucket}/`)) return say(response, 404, "NoSuchBucket")
    if (request.method === "PUT") {
      const told = request.headers["x-amz-content-sha256"]
      if (told !== createHash("sha256").update(body).digest("hex")) return say(response, 400, "XAmzContentSHA256Mismatch")
      objects.set(path, { body, contentType: request.headers["content-type"] ?? "" })
      return response.writeHead(200).end()
    }
    if (request.method === "DELETE") {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    const found = objects.get(path)
    if (found === undefined) return say(response, 404, "NoSuchKey")
    const bytes = state.mood === "damaging" ? Buffer.concat([found.body, Buffer.from("!")]) : found.body
    return response.writeHead(200, { "content-type": found.contentType, "content-length": bytes.length }).end(bytes)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    endpoint: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    objects,
    requests,
    state,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
