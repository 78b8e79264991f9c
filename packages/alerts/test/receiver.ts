import { createServer } from "node:http"
import { verifyWebhook } from "@mon/alerts"

/** Makes a receiver that reads the raw bytes, verifies the signature, and handles each delivery once. */
export const makeReceiver = (secret: string, handle: (event: { type: string; data: unknown }) => void) => {
  const seen = new Set<string>()
  return createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const rawBody = Buffer.concat(chunks)
    const verdict = verifyWebhook({ secret, headers: request.headers, rawBody })
    if (!verdict.valid) {
      response.writeHead(401).end(verdict.reason)
      return
    }
    response.writeHead(204).end()
    if (seen.has(verdict.id)) return
    seen.add(verdict.id)
    handle(JSON.parse(rawBody.toString("utf8")))
  })
}
