import { guard } from "@mon/bundled/callbacks"
import type { Duplex } from "node:stream"
import { proxyLimits } from "./ProxyLimits.ts"
import type { ProxySession } from "./ProxySession.ts"
import type { ProxyTarget } from "./parseProxyRequest.ts"

/** Connects the browser to the target of a CONNECT request (RFC 9110 section 9.3.6), for HTTPS and WebSockets. */
export const tunnel = async (
  session: ProxySession,
  target: ProxyTarget,
  browser: Duplex,
  head: Buffer
): Promise<void> => {
  const server = await session.connect(target.hostname, target.port)
  if (!("destroy" in server)) {
    browser.end("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    return
  }
  if (browser.destroyed) {
    server.destroy()
    return
  }
  const safely = guard(() => {
    server.destroy()
    browser.destroy()
  })
  const onEnd = safely(() => {
    server.destroy()
    browser.destroy()
  })
  server.setTimeout(proxyLimits.idleMs, onEnd)
  browser.on("close", onEnd)
  server.on("close", onEnd)
  browser.write("HTTP/1.1 200 Connection Established\r\n\r\n")
  browser.on(
    "data",
    safely((chunk: Buffer) => session.count("up", chunk.length))
  )
  server.on(
    "data",
    safely((chunk: Buffer) => session.count("down", chunk.length))
  )
  if (head.length > 0) server.write(head)
  browser.pipe(server)
  server.pipe(browser)
}
