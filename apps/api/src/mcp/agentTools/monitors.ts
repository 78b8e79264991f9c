import {
  byKind,
  isMonitorKind,
  type MonitorKind,
  monitorKindNames,
  monitorKinds,
  MonitorState,
  monitorListFields
} from "@mon/model"
import { endpointOf, requestTo } from "../contract.ts"
import { defineTool, idCursor, presenter, recordOf, recordsOf } from "../defineTool.ts"
import { fitted, fittedList } from "../fit.ts"
import type { Input } from "../input.ts"
import type { JsonObject } from "@mon/bundled/json-rpc"
import { ToolError } from "../Tool.ts"
import { diagnosisCodes } from "./incidents.ts"
import { type Detail, siftedRecord } from "../untrusted.ts"

/** The arguments that identify a monitor. The kind selects the endpoint. */
export const monitorInput: Input = {
  kind: {
    isRequired: true,
    schema: {
      type: "string",
      enum: monitorKindNames,
      description: "The monitor's kind, as list_monitors shows it."
    }
  },
  id: {
    isRequired: true,
    schema: {
      type: "string",
      description: "Id of the domain or URL monitor.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    }
  }
}

const listInput: Input = {
  state: {
    isRequired: false,
    schema: { type: "string", enum: MonitorState.literals, description: "Return only monitors in this state." }
  },
  kind: {
    isRequired: false,
    schema: { type: "string", enum: monitorKindNames, description: "Return only monitors of this kind." }
  },
  search: {
    isRequired: false,
    schema: {
      type: "string",
      maxLength: 200,
      description: "Return only monitors whose name, URL or tag contains this text."
    }
  },
  before: {
    isRequired: false,
    schema: { type: "string", description: "A monitor's id: continue the list after it. Use `next` from a response." }
  }
}

const shownFields = [
  "id",
  "kind",
  "state",
  "since",
  "responseMs",
  "uptime30d",
  "certificateDays",
  "registrationDays",
  "mailGrade",
  "reason",
  "certificateProblem",
  "unseenChanges",
  "name",
  "url",
  "tags"
]
const rowCodes = new Set(["mailGrade", "reason", "certificateProblem"])

/** A list of monitors. A row of the list is only converted to an object when it is shown. */
interface Fleet {
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly valueOf: (row: ReadonlyArray<unknown>, name: string) => unknown
  readonly tagsOf: (row: ReadonlyArray<unknown>) => ReadonlyArray<string>
}

const fleetOf = (data: unknown): Fleet => {
  const { fields, rows, tags } = recordOf(data)
  const positions = new Map((Array.isArray(fields) ? fields : []).map((name, index) => [String(name), index]))
  const names = recordsOf(tags).map(({ name }) => String(name))
  const lists: ReadonlyArray<unknown> = Array.isArray(rows) ? rows : []
  const valueOf: Fleet["valueOf"] = (row, name) => row[positions.get(name) ?? -1]
  return {
    rows: lists.flatMap((row) => (Array.isArray(row) ? [row] : [])),
    valueOf,
    tagsOf: (row) => {
      const used = valueOf(row, "tags")
      return (Array.isArray(used) ? used : []).flatMap((position) => names[Number(position)] ?? [])
    }
  }
}

/**
 * Returns the schema of a monitor: an object with one property for each value of a row. The property `tags` is a list
 * of texts.
 */
const monitorSchema = (): JsonObject => {
  const { rows } = recordOf(endpointOf("monitors.list").data["properties"])
  const schemas = recordsOf(recordOf(recordOf(rows)["items"])["prefixItems"])
  const byName = monitorListFields.map((name, index) => [name, schemas[index] ?? {}])
  return { properties: { ...Object.fromEntries(byName), tags: { items: { type: "string" } } } }
}

const showRow = (row: ReadonlyArray<unknown>, { tagsOf, valueOf }: Fleet, detail: Detail): JsonObject => {
  const values = Object.fromEntries(
    shownFields.map((name) => [name, name === "tags" ? tagsOf(row) : valueOf(row, name)])
  )
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
  const { since, ...shown } = siftedRecord(known, monitorSchema(), detail, rowCodes)
  return typeof since === "number" ? { ...shown, since: new Date(since * 1_000).toISOString() } : shown
}

const isFound = (row: ReadonlyArray<unknown>, { tagsOf, valueOf }: Fleet, given: JsonObject): boolean => {
  const { kind, search, state } = given
  if (kind !== undefined && valueOf(row, "kind") !== kind) return false
  if (state !== undefined && valueOf(row, "state") !== state) return false
  if (typeof search !== "string") return true
  const wanted = search.toLowerCase()
  return [valueOf(row, "name"), valueOf(row, "url"), ...tagsOf(row)].some((text) =>
    String(text).toLowerCase().includes(wanted)
  )
}

const after = ({ rows, valueOf }: Fleet, before: unknown): Fleet["rows"] => {
  if (before === undefined) return rows
  const index = rows.findIndex((row) => valueOf(row, "id") === before)
  if (index === -1) throw new ToolError("There is no monitor with the id in before. Start again without it.")
  return rows.slice(index + 1)
}

export const listMonitors = defineTool({
  name: "list_monitors",
  title: "List monitors",
  description:
    "Lists domains and URL monitors with their state, response time, 30-day uptime, days until the certificate and the registration expire, email-health grade and last failure code. Absent values are unknown. Pass `next` from a response as `before` to continue.",
  endpoints: ["monitors.list"],
  input: () => listInput,
  answer: ([data], given) => {
    const fleet = fleetOf(data)
    const items = after(fleet, given["before"]).filter((row) => isFound(row, fleet, given))
    return fittedList({
      name: "monitors",
      items,
      show: (row, detail) => showRow(row, fleet, detail),
      cursorOf: (row) => idCursor({ id: fleet.valueOf(row, "id") }),
      hasMore: false,
      beside: { found: items.length }
    })
  }
})

const monitorCodes = [
  "lastError.code",
  "emailHealth.grade",
  "ssl.problems",
  "ssl.protocol",
  "ssl.keyType",
  "redirect.kind"
]

const shows = byKind((kind) =>
  presenter({ endpoint: `${monitorKinds[kind].plural}.get`, codes: [...monitorCodes, ...diagnosisCodes] })
)

const kindIn = ({ kind }: JsonObject): MonitorKind =>
  typeof kind === "string" && isMonitorKind(kind) ? kind : "domain"

export const endpointFor = <const Name extends string>(given: JsonObject, name: Name) =>
  `${monitorKinds[kindIn(given)].plural}.${name}` as const

export const showMonitor = defineTool({
  name: "show_monitor",
  title: "Show a monitor",
  description:
    "Shows one domain or URL monitor: its settings, state, uptime, response times, certificate, registration, redirects, email-health grade, and why the last check failed. If the check of a URL monitor failed, `diagnosis` has the likely causes with evidence and the next step, as `explain_incident` has them for domains. Secrets are shown as ***.",
  endpoints: monitorKindNames.map((kind) => `${monitorKinds[kind].plural}.get` as const),
  input: () => monitorInput,
  requests: (given) => [requestTo(endpointFor(given, "get"), given)],
  answer: ([data], given) => fitted((detail) => shows[kindIn(given)](recordOf(data), detail))
})
