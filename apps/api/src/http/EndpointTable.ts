import { type ApiError, BadRequest, BASE_PATH, type Endpoint, type RequestSchema } from "@mon/api-contract"
import type { AuditLog, EditedMonitors, EntryOf, StoreError } from "@mon/core-store"
import { onCallScheduleLimits, simulationLimits } from "@mon/model"
import { Cause, Effect, Exit, Schema, SchemaIssue } from "effect"
import type { Caller } from "../auth/Caller.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import { BODY_LIMIT, type JsonObject } from "./RequestBody.ts"
import { matchPath } from "./Router.ts"
import { actorOf, auditedChange, type Change, change, newEntry, type Observed } from "./change.ts"
import { type EndpointPermission, permissionOf } from "./endpointAccess.ts"

/**
 * Returns whether the database can store a text. PostgreSQL refuses NUL, and UTF-8 cannot encode unpaired surrogates.
 */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/**
 * The fields that may contain any characters, because they are never stored as sent: an invalid id matches nothing, and
 * the URL parser encodes or refuses unstorable characters.
 */
const EXEMPT_FIELDS = /(?:^url|[iI]ds?)$/u

const unstorableIn = (value: unknown, path: string, name: string): string | null => {
  if (typeof value === "string") return isStorable(value) || EXEMPT_FIELDS.test(name) ? null : path
  if (typeof value !== "object" || value === null) return null
  for (const [key, part] of Object.entries(value)) {
    const found = unstorableIn(part, path === "" ? key : `${path}.${key}`, Array.isArray(value) ? name : key)
    if (found !== null) return found
  }
  return null
}

/** Returns the path of the first text in a decoded request that the database cannot store, or null. */
const unstorableText = (request: unknown): string | null => unstorableIn(request, "", "")

/** Decodes a part of a request, or returns an error with one sentence about the first invalid field. */
type Decoder = (input: unknown) => Decoded
type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: BadRequest }

const format = SchemaIssue.makeFormatterStandardSchemaV1()
/** Matches the schema library's own messages, which do not name the field. */
const ANONYMOUS = /^(?:Expected|Missing key|Unexpected key|Invalid)/u

/** Matches messages about a part of a value. The path of the part is written before such a message. */
const ABOUT_PART = /^(?:must |is not )/u

/**
 * Formats a path as text, such as "expect[0].status". The fields of a bulk change have the same names as the fields of
 * a single change.
 */
const written = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${String(part)}`))
    .join("")
    .replace(/^updates\./u, "")

const describe = (issue: SchemaIssue.Issue): string => {
  const [first] = format(issue).issues
  if (first === undefined) return "Invalid request."
  const keys = (first.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
  const path = keys.map(String).join(".")
  if (ABOUT_PART.test(first.message)) return `${written(keys)} ${first.message}`
  return path !== "" && ANONYMOUS.test(first.message) ? `${path}: ${first.message}.` : first.message
}

const storable = (value: unknown): Decoded => {
  const path = unstorableText(value)
  if (path === null) return { ok: true, value }
  return {
    ok: false,
    error: new BadRequest({ message: `${path} must not hold NUL characters or unpaired surrogates.` })
  }
}

/** Creates a decoder. This is slow, so each schema gets its decoder only once. */
const makeDecoder = (schema: RequestSchema): Decoder => {
  const decode = Schema.decodeUnknownExit(schema)
  return (input) => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return storable(exit.value)
    const error = Cause.squash(exit.cause)
    if (!Schema.isSchemaError(error)) throw error
    return { ok: false, error: new BadRequest({ message: describe(error.issue) }) }
  }
}

/**
 * Parses a query string as a record. A repeated parameter becomes a list, which the schema of a single value refuses.
 */
export const parseQuery = (query: string): Record<string, unknown> => {
  const found = new Map<string, string | Array<string>>()
  for (const [name, value] of new URLSearchParams(query)) {
    const before = found.get(name)
    found.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(found)
}

/** The decoded parts of a request, without the types of the endpoint. */
interface HandlerRequest {
  readonly caller: Caller
  /** The id for the object that the request creates. Requests with the same Idempotency-Key have the same id. */
  readonly workId: Effect.Effect<string>
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly payload: unknown
}

/** A request with the function that describes a new object for the audit log. */
interface CreationRequest extends HandlerRequest {
  readonly entryOf: EntryOf<object>
}

type Work<A, R> = Effect.Effect<A, ApiError | StoreError, R>

/**
 * Reads the audited fields of the object that a request changes: before the change (`result` is null), or after it.
 * Returns null if the object does not exist.
 */
export type Observe<R> = (request: HandlerRequest, result: object | null) => Effect.Effect<Observed | null, never, R>

/**
 * The functions that describe a change for the audit log. A request to a handler without these functions adds no entry
 * to the log.
 */
interface EndpointAudit<R> {
  readonly observe: Observe<R> | null
  /** Returns the audited fields of a new object. */
  readonly describe: (payload: unknown, made: object) => Observed
  readonly created: (result: object) => string | null
  /** Returns the monitors that a bulk request has changed, or null for a request that changes one object. */
  readonly edited: (request: HandlerRequest, result: object) => EditedMonitors | null
}

/**
 * A handler without the types of its endpoint. It includes the check of the raw body, which runs before the schema
 * decodes the body.
 */
export interface EndpointHandler<R> {
  readonly check: ((body: JsonObject, caller: Caller) => BadRequest | null) | null
  /** Fails if the caller cannot see the object in the path. Null: the path identifies no object. */
  readonly target: ((request: Pick<HandlerRequest, "caller" | "params">) => Work<unknown, R>) | null
  /**
   * Handles the request. For a POST that creates an object, the returned effect stores the object. For all other
   * requests, this function already does all the work.
   */
  readonly prepare: (request: CreationRequest) => Work<Work<object, R>, R>
  readonly audit: EndpointAudit<R> | null
  /** Whether the returned effect also stores the entry of the audit log. Default: false. */
  readonly writesEntry?: boolean
}

export interface ServedEndpoint<R> extends Pick<EndpointHandler<R>, "check" | "target"> {
  readonly prepare: (request: HandlerRequest) => Work<Work<object, R>, R>
  readonly label: string
  readonly status: number
  /** Whether the endpoint accepts an Idempotency-Key. */
  readonly repeatable: boolean
  /** Whether the response to a GET can be compressed and can have an ETag. */
  readonly delivery: Pick<HttpResponse, "compressible" | "validated">
  /** Returns whether a request with this query and body causes work outside the database. */
  readonly causesWork: (query: unknown, body: JsonObject) => boolean
  readonly permission: EndpointPermission
  readonly takesFile: boolean
  /** Whether the Accept header selects the format if the query does not. */
  readonly hasFormats: boolean
  /** The maximum size of the body, in bytes. */
  readonly bodyLimit: number
  readonly query: Decoder | null
  readonly payload: Decoder | null
}

export interface Match<R> {
  readonly endpoint: ServedEndpoint<R>
  readonly params: Readonly<Record<string, string>>
}

interface Template<R> {
  readonly endpoint: ServedEndpoint<R>
  readonly segments: ReadonlyArray<string>
}

export interface EndpointTable<R> {
  readonly match: (method: string, path: string) => Match<R> | null
}

const none = {}

/**
 * The size of the largest request with a file, in bytes. A file of 4 MiB doubles in size if JSON escapes every
 * character.
 */
const FILE_BODY_LIMIT = 8 * 1_024 * 1_024 + 1_024

/** The size of the largest request with an iCalendar file, in bytes. Such a file also doubles in size at most. */
const CALENDAR_BODY_LIMIT = 2 * onCallScheduleLimits.calendarLength + 1_024

/** The endpoints with a higher body limit, by their path in the contract. */
const largeBodies = new Map([
  [`${BASE_PATH}/campaign-simulate`, simulationLimits.bodyBytes],
  [`${BASE_PATH}/campaign-simulate/estimate`, simulationLimits.bodyBytes],
  [`${BASE_PATH}/config/plan`, FILE_BODY_LIMIT],
  [`${BASE_PATH}/on-call/schedules/:id/calendar-import`, CALENDAR_BODY_LIMIT],
  [`${BASE_PATH}/on-call/schedules/:id/calendar-import/preview`, CALENDAR_BODY_LIMIT]
])

/** Returns whether an endpoint accepts an Idempotency-Key: every POST that creates an object. */
export const isCreation = ({ method, status }: Pick<Endpoint, "method" | "status">): boolean =>
  method === "POST" && status === 201

/**
 * The endpoints whose responses contain both a signed or secret link and text from monitored sites or other people.
 * These responses are not compressed, because their size would reveal the secret (BREACH).
 */
const linkAnswers: ReadonlySet<string> = new Set([
  "billing.history",
  "dashboard.incidents",
  "domains.incidents",
  "incidents.get",
  "simulations.get",
  "simulations.list",
  "urls.change",
  "urls.changes",
  "urls.screenshots"
])

const asksFresh = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "fresh" in input && input.fresh === true

/** The endpoints whose requests cause work outside the database, either always or only if `fresh` is true. */
const workCalls: ReadonlyMap<string, ServedEndpoint<never>["causesWork"]> = new Map<
  string,
  ServedEndpoint<never>["causesWork"]
>([
  ["config.plan", () => true],
  ["onCall.importCalendar", () => true],
  ["onCall.tryCalendarImport", () => true],
  ["onCall.tryNew", () => true],
  ["onCall.tryChange", () => true],
  ["routes.tryNew", () => true],
  ["routes.tryChange", () => true],
  ["routes.tryRemoval", () => true],
  ["simulations.estimate", () => true],
  ["incidents.verify", () => true],
  ["reports.print", () => true],
  ["domains.tryNew", () => true],
  ["domains.tryChange", () => true],
  ["services.tryNew", () => true],
  ["services.tryChange", () => true],
  ["services.checkNow", () => true],
  ["domains.verifyRepair", () => true],
  ["urls.checkNow", () => true],
  ["urls.preview", () => true],
  ["urls.previewChange", () => true],
  ["statusPages.preview", () => true],
  ["statusHosts.set", () => true],
  ["statusHosts.check", () => true],
  ["webhooks.test", () => true],
  ["channels.test", () => true],
  ["channels.testSaved", () => true],
  ["emailHealth.check", (_, body) => asksFresh(body)],
  ["emailHealth.ofDomain", (query) => asksFresh(query)],
  ["emailHealth.verify", () => true]
])

const causesNoWork = () => false

const sentFields = (payload: unknown): Observed =>
  typeof payload === "object" && payload !== null ? Object.fromEntries(Object.entries(payload)) : {}

const deliveryOf = ({ group, name, method }: Endpoint): ServedEndpoint<never>["delivery"] =>
  method === "GET" ? { validated: true, compressible: !linkAnswers.has(`${group}.${name}`) } : {}

const noEntry = () => null

/** Runs the handler as an audited change, unless the method is GET. */
const throughChange =
  <R>(
    { group, name, method }: Endpoint,
    { audit, prepare, writesEntry = false }: Pick<EndpointHandler<R>, "audit" | "prepare" | "writesEntry">
  ): ServedEndpoint<AuditLog | R>["prepare"] =>
  (request) => {
    if (method === "GET") return prepare({ ...request, entryOf: noEntry })
    const { client, credentialHash, principal, via } = request.caller
    const [target = null] = Object.values(request.params)
    const actor = actorOf(via, principal)
    const what: Change = { actor, accountId: principal.accountId, action: `${group}.${name}`, target }
    const keyHash = via === "key" ? credentialHash : null
    const sent = sentFields(request.payload)
    const entryOf: EntryOf<object> = (made) =>
      audit === null
        ? noEntry()
        : newEntry({ what, client, keyHash, sent, made: audit.describe(request.payload, made) })
    const audited = (write: Work<object, R>): Work<object, AuditLog | R> =>
      audit === null || writesEntry
        ? write
        : auditedChange(
            {
              what,
              client,
              keyHash,
              sent,
              observe:
                audit.observe === null ? null : (result) => audit.observe?.(request, result) ?? Effect.succeed(null),
              created: audit.created,
              edited: (result) => audit.edited(request, result),
              isDone: () => true
            },
            write
          )
    return Effect.map(change(what, prepare({ ...request, entryOf })), (write) => change(what, audited(write)))
  }

/**
 * Creates a table of endpoints. Literal segments take precedence over parameters, whatever the order of the endpoints.
 */
export const makeEndpointTable = <R>(
  endpoints: ReadonlyArray<Endpoint>,
  handlerOf: (endpoint: Endpoint) => EndpointHandler<R>
): EndpointTable<AuditLog | R> => {
  const literal = new Map<string, Match<AuditLog | R>>()
  const templates = new Map<string, Array<Template<AuditLog | R>>>()
  for (const endpoint of endpoints) {
    const handler = handlerOf(endpoint)
    const { check, target } = handler
    const served: ServedEndpoint<AuditLog | R> = {
      label: endpoint.path,
      status: endpoint.status,
      bodyLimit: largeBodies.get(endpoint.path) ?? BODY_LIMIT,
      takesFile: `${endpoint.group}.${endpoint.name}` === "config.plan",
      hasFormats: `${endpoint.group}.${endpoint.name}` === "config.export",
      repeatable: isCreation(endpoint),
      delivery: deliveryOf(endpoint),
      causesWork: workCalls.get(`${endpoint.group}.${endpoint.name}`) ?? causesNoWork,
      query: endpoint.query === null ? null : makeDecoder(endpoint.query),
      payload: endpoint.payload === null ? null : makeDecoder(endpoint.payload),
      permission: permissionOf(endpoint),
      check,
      target,
      prepare: throughChange(endpoint, handler)
    }
    if (!endpoint.path.includes(":")) {
      literal.set(`${endpoint.method} ${endpoint.path}`, { endpoint: served, params: none })
      continue
    }
    const segments = endpoint.path.split("/")
    const key = `${endpoint.method} ${segments.length}`
    templates.set(key, [...(templates.get(key) ?? []), { endpoint: served, segments }])
  }

  const match = (requestMethod: string, path: string): Match<AuditLog | R> | null => {
    const method = requestMethod === "HEAD" ? "GET" : requestMethod
    const exact = literal.get(`${method} ${path}`)
    if (exact !== undefined) return exact
    const segments = path.split("/")
    for (const template of templates.get(`${method} ${segments.length}`) ?? []) {
      const params = matchPath(template.segments, segments)
      if (params !== null) return { endpoint: template.endpoint, params }
    }
    return path.length > 1 && path.endsWith("/") ? match(method, path.slice(0, -1)) : null
  }
  return { match }
}
