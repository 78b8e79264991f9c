import { request as httpRequest, type RequestOptions } from "node:http"
import { request as httpsRequest } from "node:https"

export const requestWith = (
  url: string,
  options: RequestOptions
): Promise<{ readonly status: number; readonly body: string }> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest
    send(url, options, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
      .on("error", reject)
      .end()
  })
