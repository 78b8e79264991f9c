import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo, type Socket } from "node:net"

/**
 * The behaviour of an OTLP collector. `cuts`: it closes the connection. `hangs`: it never responds. `hangs-in-body`: it
 * never ends its response.
 */
export type Manner = "answers" | "refuses" | "cuts" | "hangs" | "hangs-in-body"

export const startCollector = async (manner: Manner = "answers") => {
  const posts: Array<{ readonly path: string; readonly body: string }> = []
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  let present: Manner = manner
  let open = 0
  let most = 0
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    if (present === "cuts") return request.socket.destroy()
    let body = ""
    for await (const piece of request.setEncoding("utf8")) body += piece
    posts.push({ path: request.url ?? "", body })
    for (const check of waiting) check()
    if (present === "hangs") return
    response.writeHead(present === "refuses" ? 503 : 200, { "content-type": "application/json" })
    if (present === "hangs-in-body") response.write("{")
    else response.end("{}")
  }
  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on("close", () => {
      open -= 1
    })
    take(request, response).catch(() => {})
  })
  server.on("connection", (socket) => {
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  // A server that listens on a port always has an AddressInfo.
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}`,
    posts,
    mostAtOnce: () => most,
    behave: (next: Manner) => {
      present = next
    },
    /** Resolves to the body of the first request whose body contains a text. */
    received: (text: string): Promise<string> =>
      new Promise((resolve) => {
        const check = () => {
          const found = posts.find(({ body }) => body.includes(text))
          if (found !== undefined) resolve(found.body)
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, "close")
    }
  }
}
