import { argumentError, argumentsOf, optional, optionsOf } from "@mon/bundled/arguments"
import { guard } from "@mon/bundled/callbacks"
import type { Socket } from "node:net"
import { callbackify } from "node:util"
import { Agent, buildConnector } from "undici"
import { connectionKinds } from "../argumentKinds.ts"
import { type ConnectionOptions, openerOf } from "./openVetted.ts"

const accept = /* @__PURE__ */ argumentsOf("createDispatcher", () => ({
  options: optional(optionsOf<ConnectionOptions>(connectionKinds()))
}))

/** Returns a connector for undici that opens connections with `dial` and leaves TLS to undici. */
const connectorOf = (options: ConnectionOptions): buildConnector.connector => {
  const open = openerOf(options)
  const secure = buildConnector({ allowH2: false })
  return (target, callback) => {
    const { hostname, localAddress, port, protocol } = target
    if (localAddress !== undefined && localAddress !== null)
      return callback(argumentError("createDispatcher: localAddress cannot be used with an address policy."), null)
    const isSecure = protocol === "https:"
    const connecting = open({ hostname, port: Number(port || (isSecure ? 443 : 80)) })
    let opened: Socket | null = null
    const safely = guard((error) => {
      opened?.destroy()
      callback(error as Error, null)
    })
    const onSocket = safely((error: Error | null, socket: Socket) => {
      if (error !== null) return callback(error, null)
      opened = socket
      if (isSecure) return secure({ ...target, httpSocket: socket }, callback)
      socket.setNoDelay(true)
      callback(null, socket)
    })
    callbackify(() => connecting)(onSocket)
  }
}

/**
 * Makes an undici dispatcher that connects only to addresses that the policy allows. Use it with `request`, `stream`
 * and `fetch` of the installed `undici` 7 or later. It checks every connection, including connections for redirects. A
 * refused request fails with a {@link DialError}. With `fetch`, this error is the `cause` of the thrown error.
 */
export const createDispatcher = (options: ConnectionOptions = {}): Agent => {
  accept(options)
  return new Agent({ connect: connectorOf(options) })
}
