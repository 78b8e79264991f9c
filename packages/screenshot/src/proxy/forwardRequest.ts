import { guard } from "@mon/bundled/callbacks"
import type { IncomingMessage, ServerResponse } from "node:http"
import { proxyLimits } from "./ProxyLimits.ts"
import type { ProxySession } from "./ProxySession.ts"
import type { parseAbsolute } from "./parseProxyRequest.ts"

/** The names of the hop-by-hop fields (RFC 9110 section 7.6.1) and of the fields for the proxy itself. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Returns only the end-to-end fields. Names and values alternate in the arrays, as in node:http. */
const endToEnd = (raw: ReadonlyArray<string>, connection: string | undefined): Array<string> => {
  const named = new Set(
    (connection ?? "")
      .toLowerCase()
      .split(",")
      .map((name) => name.trim())
  )
  const pooled: Array<string> = []
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? "").toLowerCase()
    if (!HOP_BY_HOP.has(name) && !named.has(name)) pooled.push(raw[i] ?? "", raw[i + 1] ?? "")
  }
  return pooled
}

const withHost = (headers: Array<string>, host: string): Array<string> => {
  const others: Array<string> = ["Host", host]
  for (let i = 0; i + 1 < headers.length; i += 2)
    if (headers[i]?.toLowerCase() !== "host") others.push(headers[i] ?? "", headers[i + 1] ?? "")
  return others
}

/**
 * Forwards a plain HTTP request over a separate connection. If the server cannot be reached, closes the browser's
 * connection, because an error page would appear to come from the site.
 */
export const forwardRequest = async (
  session: ProxySession,
  target: NonNullable<ReturnType<typeof parseAbsolute>>,
  asked: IncomingMessage,
  reply: ServerResponse
): Promise<void> => {
  const socket = await session.connect(target.hostname, target.port)
  if (!("destroy" in socket)) {
    asked.socket.destroy()
    return
  }
  const giveUp = (): void => {
    socket.destroy()
    asked.socket.destroy()
  }
  const safely = guard(giveUp)
  const onEnd = safely(giveUp)
  socket.setTimeout(
    proxyLimits.idleMs,
    safely(() => socket.destroy())
  )
  const hasBody = asked.headers["content-length"] !== undefined || asked.headers["transfer-encoding"] !== undefined
  const headers = withHost(endToEnd(asked.rawHeaders, asked.headers.connection), target.host)
  // The module is not imported, because an import costs 35 ms; see ProxyServer.ts.
  const upstream = process.getBuiltinModule("node:http").request({
    createConnection: () => socket,
    method: asked.method,
    path: target.path,
    headers: [
      ...headers,
      ...(hasBody && asked.headers["content-length"] === undefined ? ["Transfer-Encoding", "chunked"] : []),
      "Connection",
      "close"
    ],
    setHost: false,
    maxHeaderSize: proxyLimits.headBytes
  })
  upstream.on("error", onEnd)
  upstream.on("upgrade", onEnd)
  reply.on("error", onEnd)
  reply.on(
    "close",
    safely(() => {
      if (!reply.writableFinished) socket.destroy()
    })
  )
  asked.on(
    "data",
    safely((chunk: Buffer) => session.count("up", chunk.length))
  )
  const onResponse = safely((answer: IncomingMessage) => {
    // The code of Node that writes a response rejects some values that its parser accepts, such as control characters
    // or a status of 99.
    reply.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage ?? "",
      endToEnd(answer.rawHeaders, answer.headers.connection)
    )
    answer.on(
      "data",
      safely((chunk: Buffer) => session.count("down", chunk.length))
    )
    answer.on("error", onEnd)
    answer.on("aborted", onEnd)
    answer.pipe(reply)
  })
  upstream.on("response", onResponse)
  asked.pipe(upstream)
}
