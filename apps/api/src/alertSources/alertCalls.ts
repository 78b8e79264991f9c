import { alertSourceLimits, type AlertSourceKind } from "@mon/model"
import type { IncomingHttpHeaders } from "node:http"
import type { JsonObject } from "../http/RequestBody.ts"
import { matchPath } from "../http/Router.ts"
import { isAlertSourceToken } from "./AlertSourceToken.ts"
import { readAlertmanagerGroup } from "./formats/alertmanager.ts"
import { readGrafanaWebhook } from "./formats/grafana.ts"
import { opsgenieCalls, readOpsgenieAlert, readOpsgenieCall } from "./formats/opsgenie.ts"
import { readPagerDutyEvent } from "./formats/pagerDuty.ts"
import { type AlertReading, fieldOf } from "./formats/reading.ts"

/** A request of another tool. */
export interface AlertCall {
  readonly kind: AlertSourceKind
  /** The token in the path. Null: the token is in a header or in the body. */
  readonly token: string | null
  readonly bodyBytes: number
  /** Reads the body. `newKey` is the key of an alert without one. Also returns the key that a response names. */
  readonly read: (body: JsonObject, newKey: string) => { readonly reading: AlertReading; readonly key: string }
}

interface Path {
  readonly template: ReadonlyArray<string>
  readonly kind: AlertSourceKind
  readonly methods: ReadonlyArray<string>
  readonly read: (body: JsonObject, newKey: string, id: string) => { reading: AlertReading; key: string }
}

const path = (
  text: string,
  kind: AlertSourceKind,
  methods: ReadonlyArray<string>,
  read: (body: JsonObject, newKey: string, id: string) => AlertReading
): Path => ({
  template: text.split("/"),
  kind,
  methods,
  read: (body, newKey, id) => ({ reading: read(body, newKey, id), key: newKey })
})

const changes: ReadonlySet<string> = new Set(["message", "description"])

const paths: ReadonlyArray<Path> = [
  {
    template: ["v2", "enqueue"],
    kind: "pagerduty",
    methods: ["POST"],
    read: (body, newKey) => readPagerDutyEvent(body, newKey)
  },
  path("v2/alerts", "opsgenie", ["POST"], readOpsgenieAlert),
  path("v2/alerts/:id", "opsgenie", ["DELETE"], (body, _, id) => readOpsgenieCall("close", id, body)),
  ...opsgenieCalls.map((call) =>
    path(`v2/alerts/:id/${call}`, "opsgenie", changes.has(call) ? ["PUT", "POST"] : ["POST"], (body, _, id) =>
      readOpsgenieCall(call, id, body)
    )
  ),
  path("alertmanager", "alertmanager", ["POST"], readAlertmanagerGroup),
  path("grafana", "grafana", ["POST"], readGrafanaWebhook)
]

/** A path of an alert, with a method that the path does not have. */
export interface WrongMethod {
  readonly kind: AlertSourceKind
  readonly allowed: ReadonlyArray<string>
}

/** Finds the call of a request under `/in`, from the segments after it. Null: there is no such path. */
export const findAlertCall = (method: string, segments: ReadonlyArray<string>): AlertCall | WrongMethod | null => {
  const [first = ""] = segments
  const token = isAlertSourceToken(first) ? first : null
  const rest = token === null ? segments : segments.slice(1)
  let wrong: WrongMethod | null = null
  for (const { kind, methods, read, template } of paths) {
    const params = matchPath(template, rest)
    if (params === null) continue
    if (methods.includes(method))
      return {
        kind,
        token,
        bodyBytes: kind === "pagerduty" ? alertSourceLimits.eventBytes : alertSourceLimits.bodyBytes,
        read: (body, newKey) => read(body, newKey, params["id"] ?? "")
      }
    wrong ??= { kind, allowed: methods }
  }
  return wrong
}

const SCHEMES: Readonly<Record<AlertSourceKind, RegExp | null>> = {
  pagerduty: null,
  opsgenie: /^geniekey +(\S+)$/iu,
  alertmanager: /^bearer +(\S+)$/iu,
  grafana: /^bearer +(\S+)$/iu
}

/** Returns the token of a request: from the path, the header `Authorization`, or the body. Null: there is none. */
export const tokenOf = (
  { kind, token }: AlertCall,
  { authorization }: IncomingHttpHeaders,
  body: JsonObject
): string | null => {
  if (token !== null) return token
  if (kind !== "pagerduty") return SCHEMES[kind]?.exec(authorization ?? "")?.[1] ?? null
  const key = fieldOf(body, "routing_key")
  return typeof key === "string" ? key : null
}
