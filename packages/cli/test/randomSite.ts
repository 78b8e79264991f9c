import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const PAGE = `<!doctype html><html><head><title>Shop</title></head><body><main><h1>Prices</h1><p id="price">42 EUR</p></main></body></html>`
const CHALLENGE = `<!doctype html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>`
const MAINTENANCE = `<!doctype html><html><head><title>Site under maintenance</title></head><body><h1>We will be back soon</h1><p>The site is down for maintenance.</p></body></html>`
const FATAL =
  "Fatal error: Uncaught Error: Call to undefined function shop() in /var/www/html/index.php:12\nStack trace:\n#0 {main}\n  thrown in /var/www/html/index.php on line 12"

const html = { "Content-Type": "text/html; charset=utf-8", "X-Version": "7" }

const answers: Readonly<Record<string, Answer>> = {
  "/page": (response) => response.writeHead(200, html).end(PAGE),
  "/json": (response) =>
    response.writeHead(200, { "Content-Type": "application/json" }).end(
      JSON.stringify({
        ok: true,
        queue: 4,
        items: [
          { name: "a", price: 5 },
          { name: "b", price: 12 }
        ]
      })
    ),
  "/secret": (response, { headers, method }) => {
    const isKnown = headers["x-probe"] === "right" || headers.authorization === `Basic ${btoa("ada:right")}`
    response.writeHead(isKnown || method === "POST" ? 200 : 401, html).end(PAGE)
  },
  "/maintenance": (response) => response.writeHead(200, html).end(MAINTENANCE),
  "/fatal": (response) => response.writeHead(200, html).end(`<html><body>${FATAL}</body></html>`),
  "/fatal-below": (response) => response.writeHead(200, html).end(`${PAGE.replace("</html>", "")}${FATAL}`),
  "/no-database": (response) =>
    response.writeHead(200, html).end("<title>Database Error</title><h1>Error establishing a database connection</h1>"),
  "/redirect": (response) => response.writeHead(302, { Location: "/page" }).end(),
  "/loop": (response) => response.writeHead(302, { Location: "/loop" }).end(),
  "/many-redirects": (response, { url }) =>
    response.writeHead(302, { Location: `/many-redirects?${Number(url?.split("?")[1] ?? 0) + 1}` }).end(),
  "/to-nowhere": (response) => response.writeHead(302, { Location: "ftp://example.com/" }).end(),
  "/reset": (response) => response.socket?.resetAndDestroy(),
  "/half": (response) => {
    response.writeHead(200, { ...html, "Content-Length": "1000" })
    response.write("half", () => response.destroy())
  },
  "/garbage": (response) => response.socket?.end("SSH-2.0-OpenSSH_9.9\r\n\r\n"),
  "/empty": (response) => response.writeHead(200, html).end(),
  "/binary": (response) =>
    response.writeHead(200, { "Content-Type": "application/octet-stream" }).end(Buffer.alloc(200, 7)),
  "/challenge": (response) =>
    response.writeHead(403, { ...html, "cf-mitigated": "challenge", Server: "cloudflare" }).end(CHALLENGE),
  "/long-header": (response) => response.writeHead(200, { "X-Long": "x".repeat(200_000) }).end(PAGE)
}

const listen = (server: Server) =>
  new Promise<string>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  )

/** Starts a site on loopback that fails in many ways, and finds a port where nothing listens. */
export const startRandomSite = async () => {
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? ""
    const status = /^\/status\/(\d+)$/u.exec(path)?.[1]
    if (status !== undefined) return void response.writeHead(Number(status), html).end(PAGE)
    const answer = answers[path]
    if (answer === undefined) response.writeHead(404).end()
    else answer(response, request)
  })
  const base = await listen(server)
  const other = createServer()
  const closed = await listen(other)
  await new Promise((done) => other.close(done))
  return {
    base,
    closed,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}
