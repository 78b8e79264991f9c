import type { Credentials } from "@mon/core-store"
import { rpcCodes, rpcError } from "@mon/bundled/json-rpc"
import type { Tool } from "./Tool.ts"
import { tools } from "./agentTools.ts"
import { contractEndpoint } from "../http/callEndpoint.ts"
import { type TransportHeaders, refuseByHeaders } from "./httpRules.ts"
import { type Reply, replyTo } from "./protocol.ts"
import { type Cause, Clock, Effect, Schema } from "effect"
import type { IncomingHttpHeaders } from "node:http"
import type { Caller } from "../auth/Caller.ts"
import type { Authenticator } from "../http/Authentication.ts"
import { errorResponseFor } from "../http/ErrorResponse.ts"
import { type HttpResponse, jsonResponse } from "../http/HttpResponse.ts"
import { type RateWindow, withRateLimitHeaders } from "../http/RateLimit.ts"
import { readJsonBody } from "../http/RequestBody.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import type { LabelledResponse } from "../http/Router.ts"
import type { EndpointTable } from "../http/EndpointTable.ts"
import { type CallsInFlight, makeCallsInFlight } from "./callsInFlight.ts"
import { runTool } from "./runTool.ts"
import { credentialRefusal, permissionOf } from "../http/endpointAccess.ts"

/**
 * Returns the tools whose endpoints are all allowed for the caller's credential. For a read-only key, these are the
 * tools that only read.
 */
const toolsOf = (all: ReadonlyArray<Tool>, caller: Pick<Caller, "scope" | "via">): ReadonlyArray<Tool> =>
  all.filter(({ endpoints }) =>
    endpoints.every((name) => credentialRefusal(permissionOf(contractEndpoint(name)), caller) === null)
  )

/** The path to which clients of the Model Context Protocol connect. */
const MCP_PATH = "/mcp"

interface McpServer<R> {
  readonly authenticator: Authenticator
  readonly table: EndpointTable<R>
  readonly baseUrl: () => string
  readonly service: string
}

/** The version of this MCP server, which clients show to people. Increase it when the tools change. */
const SERVER_VERSION = "1.0.0"

const ErrorEnvelope = Schema.fromJsonString(Schema.Struct({ message: Schema.String }))
const decodeEnvelope = ({ body }: HttpResponse) => Schema.decodeUnknownSync(ErrorEnvelope)(body)

const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  return value === undefined ? null : String(value)
}

const transportHeaders = (headers: IncomingHttpHeaders): TransportHeaders => ({
  accept: headerOf(headers, "accept"),
  contentType: headerOf(headers, "content-type"),
  origin: headerOf(headers, "origin"),
  protocolVersion: headerOf(headers, "mcp-protocol-version"),
  mcpMethod: headerOf(headers, "mcp-method"),
  mcpName: headerOf(headers, "mcp-name")
})

/** The header fields of a refusal: the authentication scheme (RFC 9110 section 11.6.1), or the only allowed method. */
const refusalHeaders: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "WWW-Authenticate": 'Bearer realm="Mon"' },
  405: { Allow: "POST" }
}

/** Returns the refusal of a whole request. The response has no id, because the message was not read. */
const refused = (status: number, message: string, code: number = rpcCodes.invalidRequest): HttpResponse => ({
  ...jsonResponse(status, rpcError(null, code, message)),
  headers: refusalHeaders[status] ?? {}
})

const asRefusal = (response: HttpResponse): HttpResponse => {
  const { message } = decodeEnvelope(response)
  const refusal = refused(response.status, message, response.status === 400 ? rpcCodes.parseError : undefined)
  return { ...refusal, headers: { ...response.headers, ...refusal.headers } }
}

const accepted: HttpResponse = { status: 202, body: "", contentType: "application/json; charset=utf-8" }

/** The response to a cancelled call. Clients ignore it, because they no longer wait for a response. */
const cancelledCall = { text: "The client has cancelled this call.", isError: true }

const answerTo = <R>(reply: Reply, caller: Caller, table: EndpointTable<R>, calls: CallsInFlight) => {
  if (reply.kind === "accepted") return Effect.succeed(accepted)
  if (reply.kind === "cancel") return Effect.as(calls.cancel(caller, reply.id), accepted)
  if (reply.kind === "answer") return Effect.succeed(jsonResponse(reply.status, reply.body))
  return Effect.map(calls.run(caller, reply.id, runTool(reply.tool, reply.arguments, caller, table)), (outcome) => {
    const { isError, text } = outcome ?? cancelledCall
    return jsonResponse(200, reply.answer(text, isError))
  })
}

/**
 * Returns the router for messages of the Model Context Protocol. Each message counts as one request with its API key.
 * There is no state between messages, so any process can answer. If the client disconnects or cancels its call, the
 * call is interrupted.
 */
export const mcpRouter = <R>({ authenticator, baseUrl, service, table }: McpServer<R>) => {
  const calls = makeCallsInFlight()
  const handle = Effect.fnUntraced(function* (context: RequestContext, caller: Caller, headers: TransportHeaders) {
    const body = yield* readJsonBody(context.request)
    const facts = { name: service, version: SERVER_VERSION, tools: toolsOf(tools, caller) }
    return yield* answerTo(replyTo(body, headers, facts), caller, table, calls)
  })

  const response = Effect.fnUntraced(function* (
    context: RequestContext
  ): Effect.fn.Return<HttpResponse, never, R | Credentials> {
    const headers = transportHeaders(context.request.headers)
    const refusal = refuseByHeaders(context.method, headers, baseUrl())
    if (refusal !== null) return refused(refusal.status, refusal.message)
    const nowMs = yield* Clock.currentTimeMillis
    let window: RateWindow | undefined
    const answered = yield* authenticator.authenticateKey(context, nowMs).pipe(
      Effect.flatMap((authentication) => {
        window = authentication.window
        return authentication._tag === "Refused"
          ? Effect.succeed(asRefusal(authentication.response))
          : handle(context, authentication.caller, headers)
      }),
      Effect.catchCause((cause: Cause.Cause<unknown>) => Effect.map(errorResponseFor(cause), asRefusal))
    )
    return withRateLimitHeaders(answered, window ?? authenticator.countAddress(context, nowMs))
  })

  return (context: RequestContext): LabelledResponse<R | Credentials> | null =>
    context.path === MCP_PATH ? { label: MCP_PATH, response: response(context) } : null
}
