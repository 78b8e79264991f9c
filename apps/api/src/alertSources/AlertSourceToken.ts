import { type AlertSourceToken, randomBytes } from "@mon/core-store"
import type { AlertSourceKind } from "@mon/model"
import { Effect } from "effect"
import { hash } from "node:crypto"

const TOKEN_BYTES = 16
const HINT_LENGTH = 4

/** The path under which other tools send their alerts. */
export const ALERTS_PATH = "/in"

/** Matches a token: 32 hexadecimal digits, because senders expect this length of a routing key of PagerDuty. */
const TOKEN = /^[\da-f]{32}$/u

export const isAlertSourceToken = (text: string): boolean => TOKEN.test(text)

export const alertSourceTokenHash = (token: string): Uint8Array => hash("sha256", token, "buffer")

/** Creates a token, and the form in which it is stored. */
export const newAlertSourceToken: Effect.Effect<{ readonly token: string; readonly stored: AlertSourceToken }> =
  Effect.map(randomBytes(TOKEN_BYTES), (bytes) => {
    const token = Buffer.from(bytes).toString("hex")
    return { token, stored: { hash: alertSourceTokenHash(token), hint: token.slice(-HINT_LENGTH) } }
  })

const paths: Readonly<Record<AlertSourceKind, string>> = {
  pagerduty: "/v2/enqueue",
  opsgenie: "",
  alertmanager: "/alertmanager",
  grafana: "/grafana"
}

/** Returns the address to enter in the sender. Senders to Opsgenie add `/v2/alerts` to the address themselves. */
export const alertSourceAddress = (baseUrl: string, kind: AlertSourceKind, token: string): string =>
  `${baseUrl}${ALERTS_PATH}/${token}${paths[kind]}`
