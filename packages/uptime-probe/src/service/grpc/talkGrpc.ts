import { call, fail, note, type Surroundings, type Talk, trust } from "../dialogue/Talk.ts"
import type { SecureOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import { exchangeGrpc } from "./exchangeGrpc.ts"

/** A check of a gRPC server with the standard health service (grpc.health.v1). */
export interface GrpcRequest extends SecureOptions {
  readonly type: "grpc"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
  /** The name of the service whose health is asked for. Default: the whole server. */
  readonly service?: string
  /** Further header fields, such as `authorization`. Over TLS, they are sent only if the certificate is valid. */
  readonly metadata?: Readonly<Record<string, string>>
  /** Whether a server without a health service is up. Default: false. */
  readonly acceptUnimplemented?: boolean
}

/** What a check found out about a gRPC server. */
export interface GrpcFound {
  /** The status code of the call, for instance 0 for "OK" and 12 for "UNIMPLEMENTED". */
  readonly status: number
  /** The health that the server reports. */
  readonly health: "notServing" | "serving" | "serviceUnknown" | "unknown"
}

/** The codes of health (grpc.health.v1, "ServingStatus"). */
const HEALTH: ReadonlyArray<GrpcFound["health"]> = ["unknown", "serving", "notServing", "serviceUnknown"]

/** The status codes of gRPC. */
const OK = 0
const NOT_FOUND = 5
const PERMISSION_DENIED = 7
const RESOURCE_EXHAUSTED = 8
const UNIMPLEMENTED = 12
const UNAVAILABLE = 14
const UNAUTHENTICATED = 16

const PREFIX_BYTES = 5
/** The first field, as a text and as a number (Protocol Buffers, "Message Structure"). */
const SERVICE_FIELD = 0x0a
const STATUS_FIELD = 0x08

/** The longest name has 127 bytes, so that its length is one byte. */
const writeRequest = (service: string): Buffer => {
  const name = Buffer.from(service)
  return name.length === 0 ? name : Buffer.concat([Buffer.of(SERVICE_FIELD, name.length), name])
}

/** Reads the health. A message without fields stands for the first code. */
const readHealth = (body: Buffer): GrpcFound["health"] | null => {
  if (body.length < PREFIX_BYTES || body[0] !== 0 || body.readUInt32BE(1) !== body.length - PREFIX_BYTES) return null
  const [field, code = 0] = body.subarray(PREFIX_BYTES)
  return field === undefined ? "unknown" : field === STATUS_FIELD ? (HEALTH[code] ?? null) : null
}

function* refuse(status: number, text: string, request: GrpcRequest): Talk<GrpcFound> {
  const words = shownText(text === "" ? `status ${status}` : `${decodeText(text)} (status ${status})`)
  switch (status) {
    case NOT_FOUND:
      return yield* fail(
        "wrong_answer",
        `The server does not know the service ${JSON.stringify(request.service ?? "")}.`
      )
    case UNIMPLEMENTED:
      if (request.acceptUnimplemented === true) return
      return yield* fail("wrong_answer", "The server has no health service.")
    case PERMISSION_DENIED:
    case UNAUTHENTICATED:
      return yield* fail("login_refused", `The server refuses the call: ${words}`)
    case RESOURCE_EXHAUSTED:
    case UNAVAILABLE:
      return yield* fail("service_refused", `The server refuses calls: ${words}`)
    default:
      return yield* fail("wrong_answer", `The server answered with an error: ${words}`)
  }
}

/** The text of a status is percent-encoded. */
const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Asks a gRPC server for its health. */
export function* talkGrpc(request: GrpcRequest, { authority }: Surroundings): Talk<GrpcFound> {
  const { metadata = {}, service = "", tls } = request
  if (Object.keys(metadata).length > 0) yield* trust()
  const answer = yield* call((socket, signal, onFirstByte) =>
    exchangeGrpc(
      socket,
      {
        authority,
        isSecure: tls === "fromStart",
        path: "/grpc.health.v1.Health/Check",
        metadata,
        message: writeRequest(service)
      },
      signal,
      onFirstByte
    )
  )
  if ("outcome" in answer) return yield* fail(answer.outcome, answer.message)
  const { body, contentType, httpStatus, status, text } = answer
  if (status === null && (httpStatus !== 200 || !contentType.startsWith("application/grpc")))
    return yield* fail(
      "protocol_error",
      `The server does not speak gRPC: it answered with the HTTP status ${httpStatus}.`
    )
  if (status === null) return yield* fail("protocol_error", "The server sent no status of gRPC.")
  yield* note({ status })
  if (status !== OK) return yield* refuse(status, text, request)
  const health = readHealth(body)
  if (health === null) return yield* fail("protocol_error", "The server sent a health that is not valid.")
  yield* note({ health })
  if (health !== "serving") yield* fail("service_refused", `The server reports its health as ${health}.`)
}
