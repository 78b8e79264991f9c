import { fail, farewell, note, read, send, type Talk, trust } from "../dialogue/Talk.ts"
import type { Login, SecureOptions } from "../protocol/Protocol.ts"
import { shownText } from "../Received.ts"
import {
  clientProperties,
  close,
  HEADER,
  longText,
  type Method,
  methods,
  readClose,
  readMethod,
  readProperties,
  shortText,
  writeMethod
} from "./Frames.ts"

/**
 * A check of a message broker that speaks AMQP 0-9-1, such as RabbitMQ. The protocol allows no goodbye before the
 * login, so RabbitMQ logs a warning for each check without a login.
 */
export interface AmqpRequest extends SecureOptions {
  readonly type: "amqp"
  /** Whether the connection begins with a TLS handshake. Default: "never". */
  readonly tls?: "fromStart" | "never"
  readonly login?: Login
  /** The virtual host that the check opens after the login. Default: "/". */
  readonly virtualHost?: string
}

/** What a check found out about a message broker. */
export interface AmqpFound {
  /** The broker's name and version, such as "RabbitMQ 3.10.8". */
  readonly product: string
}

function* nextMethod(): Talk<AmqpFound, Method> {
  for (;;) {
    const method = yield* read(readMethod)
    if (method !== null) return method
  }
}

/** Reads this method, or ends the dialogue. A broker that refuses something sends the method "close". */
function* awaitMethod(wanted: number, refusal: "login_refused" | "service_refused"): Talk<AmqpFound, Buffer> {
  const { body, method } = yield* nextMethod()
  if (method === methods.close) {
    yield* farewell(writeMethod(methods.closeOk))
    yield* fail(refusal, `The broker refuses the connection: ${shownText(readClose(body))}`)
  }
  if (method !== wanted) yield* fail("protocol_error", `The broker sent the method ${method} instead of ${wanted}.`)
  return body
}

/** Speaks to a message broker. */
export function* talkAmqp({ login, virtualHost = "/" }: AmqpRequest): Talk<AmqpFound> {
  yield* send(HEADER)
  const properties = readProperties(yield* awaitMethod(methods.start, "service_refused"))
  const product = [properties.get("product"), properties.get("version")].filter((text) => text !== undefined).join(" ")
  yield* note({ product: shownText(product) })
  if (login === undefined) return
  yield* trust()
  const words = `\0${login.username}\0${login.password}`
  yield* send(writeMethod(methods.startOk, clientProperties, shortText("PLAIN"), longText(words), shortText("en_US")))
  const limits = yield* awaitMethod(methods.tune, "login_refused")
  yield* farewell(close)
  yield* send(
    Buffer.concat([
      writeMethod(methods.tuneOk, limits.subarray(0, 8)),
      writeMethod(methods.open, shortText(virtualHost), shortText(""), Buffer.of(0))
    ])
  )
  yield* awaitMethod(methods.openOk, "login_refused")
}
