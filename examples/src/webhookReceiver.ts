import type { RequestListener } from "node:http"
import { verifyWebhook } from "@mon/alerts"

const LONGEST = 1_000_000

/** Reads the raw bytes, verifies the signature, responds at once, and passes each delivery to the handler only once. */
export const webhookReceiver = (secret: string, handle: (event: unknown) => void): RequestListener => {
  // A real program stores these ids in its database, with an expiry.
  const seen = new Set<string>()
  return async (request, response) => {
    const chunks: Array<Buffer> = []
    let size = 0
    for await (const chunk of request) {
      size += chunk.length
      if (size > LONGEST) return void response.writeHead(413, { connection: "close" }).end()
      chunks.push(chunk)
    }
    const rawBody = Buffer.concat(chunks)
    const verdict = verifyWebhook({ secret, headers: request.headers, rawBody })
    if (!verdict.valid) return void response.writeHead(401).end(verdict.reason)
    response.writeHead(204).end()
    if (seen.has(verdict.id)) return
    seen.add(verdict.id)
    handle(JSON.parse(rawBody.toString("utf8")))
  }
}
