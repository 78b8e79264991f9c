import { guard } from "@mon/bundled/callbacks"
import { argumentError, argumentsOf, oneOf, optional, optionsOf, shape } from "@mon/bundled/arguments"
import type { Agent as HttpAgent, AgentOptions as HttpAgentOptions, ClientRequestArgs } from "node:http"
import type { Agent as HttpsAgent, AgentOptions as HttpsAgentOptions } from "node:https"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { connectionKinds } from "../argumentKinds.ts"
import { type ConnectionOptions, openerOf } from "./openVetted.ts"

/** Options of {@link createAgent}. */
export interface AgentOptions extends ConnectionOptions {
  /**
   * The options of Node's own agent, for instance `keepAlive`, `maxSockets` or `ca`. Options for proxies are refused.
   */
  readonly agent?: HttpsAgentOptions
}

const accept = /* @__PURE__ */ argumentsOf("createAgent", () => ({
  protocol: oneOf("http:", "https:"),
  options: optional(
    optionsOf<AgentOptions>({
      ...connectionKinds(),
      agent: optional(shape<HttpsAgentOptions>("the options of a Node agent", {}))
    })
  )
}))

type Callback = (error: Error | null, stream: Duplex) => void
type Request = ClientRequestArgs & { readonly noDelay?: boolean }

/** The refused options. With them, the agent would connect to an unchecked address, or from an unexpected address. */
const REFUSED = ["socketPath", "localAddress", "createConnection", "proxyEnv"] as const

const refuseDetours = (options: object): void => {
  for (const name of REFUSED)
    if (name in options && options[name as keyof typeof options] != null)
      throw argumentError(`createAgent: the option ${name} cannot be used with an address policy.`)
}

const portOf = (request: Request, otherwise: number): number => {
  const port = Number(request.port ?? request.defaultPort ?? otherwise)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw argumentError(`createAgent: the port must be an integer from 1 to 65535, got ${String(request.port)}.`)
  return port
}

type Open = ReturnType<typeof openerOf>

const connectVetted = async (open: Open, request: Request, port: number) => {
  refuseDetours(request)
  const { family, noDelay, signal } = request
  const socket = await open({
    hostname: request.host ?? request.hostname ?? "localhost",
    port: portOf(request, port),
    ...(family === 4 || family === 6 ? { family } : {}),
    ...(signal instanceof AbortSignal ? { signal } : {})
  })
  if (noDelay === true) socket.setNoDelay(true)
  return socket
}

/**
 * Passes the result of a promise to the callback of an agent. In case of an error, passes no stream. If the agent
 * throws an error when it receives a connection, destroys the connection and passes the error to the agent.
 */
const answer = (connecting: () => Promise<Duplex>, callback: Callback = () => {}): void => {
  let opened: Duplex | null = null
  const safely = guard((error) => {
    opened?.destroy()
    callback(error as Error, undefined as never)
  })
  const onConnection = safely((error: Error | null, stream: Duplex) => {
    opened = stream
    callback(error, stream)
  })
  process.getBuiltinModule("node:util").callbackify(connecting)(onConnection)
}

/**
 * Defines the agent classes. This is done when the first agent is created, because importing node:http and node:https
 * takes longer than importing this whole package.
 */
const agentClasses = () => {
  const { Agent: HttpAgent } = process.getBuiltinModule("node:http")
  const { Agent: HttpsAgent } = process.getBuiltinModule("node:https")
  return {
    VettedHttpAgent: class VettedHttpAgent extends HttpAgent {
      readonly #open: Open
      constructor(open: Open, options: HttpAgentOptions) {
        super(options)
        this.#open = open
      }
      override createConnection(request: Request, callback?: Callback): undefined {
        answer(() => connectVetted(this.#open, request, 80), callback)
      }
    },
    VettedHttpsAgent: class VettedHttpsAgent extends HttpsAgent {
      readonly #open: Open
      constructor(open: Open, options: HttpsAgentOptions) {
        super(options)
        this.#open = open
      }
      /** Passes the socket to Node's own agent, which adds TLS. In this way, TLS uses the agent's session cache. */
      #secure(request: Request, socket: Socket): Duplex {
        try {
          const secure = super.createConnection({ ...request, socket } as ClientRequestArgs)
          if (secure === null || secure === undefined) throw new Error("Node opened no TLS connection.")
          return secure
        } catch (error) {
          socket.destroy()
          throw error
        }
      }
      override createConnection(request: Request, callback?: Callback): undefined {
        answer(async () => this.#secure(request, await connectVetted(this.#open, request, 443)), callback)
      }
    }
  }
}

let loaded: ReturnType<typeof agentClasses> | null = null

/**
 * Makes an agent for `node:http` or `node:https`, and for every client that accepts an agent (axios, got, node-fetch).
 * The agent connects only to addresses that the policy allows. It checks each connection, including connections for
 * redirects that the client follows. A refused request fails with a {@link DialError} whose `code` is
 * "blocked_address".
 *
 * Node's TLS, keep-alive and limits work as usual. The agent ignores a request's `lookup` option, and refuses
 * `socketPath`, `localAddress` and proxies.
 */
export const createAgent = (protocol: "http:" | "https:", options: AgentOptions = {}): HttpAgent | HttpsAgent => {
  accept(protocol, options)
  const { agent = {}, ...connection } = options
  refuseDetours(agent)
  const open = openerOf(connection)
  const { VettedHttpAgent, VettedHttpsAgent } = (loaded ??= agentClasses())
  return protocol === "https:" ? new VettedHttpsAgent(open, agent) : new VettedHttpAgent(open, agent)
}
