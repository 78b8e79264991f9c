import type { Endpoint } from "@mon/api-contract"
import { fieldValue } from "@mon/api-contract/config-file"
import type { EditedMonitors } from "@mon/core-store"
import { Effect, Schema, SchemaAST } from "effect"
import { AnswerWithHeaders } from "../../http/HttpResponse.ts"
import { type Observed, SECRET } from "../../http/change.ts"
import type { Observe } from "../../http/EndpointTable.ts"
import { auditedBodies, type AuditSource, auditSources } from "./auditSources.ts"

const Fields = Schema.Record(Schema.String, Schema.Unknown)

const isRecord = (value: unknown): value is Observed =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): Observed => (isRecord(value) ? value : {})

const dataOf = (result: object): unknown =>
  fieldsOf(result instanceof AnswerWithHeaders ? result.body : result)["data"] ?? []

/** Returns the id of an object. The field has the name of the parameter, such as `membershipId`, or the name `id`. */
const idOf = (fields: Observed, parameter: string): unknown => fieldValue(fields, parameter) ?? fields["id"]

export const createdId = (endpoint: Endpoint, result: object): string | null => {
  if (endpoint.method !== "POST") return null
  const id = idOf(fieldsOf(dataOf(result)), auditSources.get(endpoint.group)?.id ?? "id")
  return typeof id === "string" ? id : null
}

const decodeBulk = Schema.decodeUnknownOption(
  Schema.Struct({ domainIds: Schema.Array(Schema.String), updates: Fields })
)
const decodeErrors = Schema.decodeUnknownOption(
  Schema.Struct({ errors: Schema.Array(Schema.Struct({ id: Schema.String })) })
)

/**
 * Returns the domains that a bulk update has changed: all ids in the request except those that the response lists as
 * refused. Null: the request is not a bulk update of domains.
 */
export const editedMonitors = ({ group, name }: Endpoint, payload: unknown, result: object): EditedMonitors | null => {
  if (`${group}.${name}` !== "domains.bulkUpdate") return null
  const bulk = decodeBulk(payload)
  const answer = decodeErrors(dataOf(result))
  if (bulk._tag === "None" || answer._tag === "None") return null
  const refused = new Set(answer.value.errors.map(({ id }) => id))
  const { domainIds, updates } = bulk.value
  const changed = domainIds.filter((id) => !refused.has(id)).map((id) => id.toLowerCase())
  return { targets: changed, fields: Object.keys(updates).toSorted() }
}

const payloadFields = ({ payload }: Endpoint): ReadonlyArray<string> =>
  payload !== null && SchemaAST.isObjects(payload.ast)
    ? payload.ast.propertySignatures.map(({ name }) => String(name))
    : []

const pick = (record: Observed, names: ReadonlyArray<string>): Observed =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])))

/**
 * Returns the schema of an endpoint's response data, or of the items if the data is a list. Null: the response has
 * another form.
 */
const recordOf = (endpoint: Endpoint | undefined): SchemaAST.AST | null => {
  const answer = endpoint?.success.ast
  if (answer === undefined || !SchemaAST.isObjects(answer)) return null
  const data = answer.propertySignatures.find(({ name }) => name === "data")?.type
  if (data === undefined) return null
  return SchemaAST.isArrays(data) ? (data.rest[0] ?? null) : data
}

const isIn = (path: string, parameter: string): boolean => path.split("/").includes(`:${parameter}`)

/**
 * Returns a function that picks the audited fields of an object. A secret in `payload`, the body of the request that
 * made the object, is shown as `***`.
 */
const fieldPicker = (
  { group }: Endpoint,
  endpoints: ReadonlyArray<Endpoint>,
  { also = [], hidden = [], secrets = [] }: AuditSource
): ((payload: unknown, found: unknown) => Observed) => {
  const settable = endpoints.filter((one) => one.group === group).flatMap(payloadFields)
  const names = [...new Set([...settable, ...also])].filter((field) => !hidden.includes(field))
  return (payload, found) => {
    const observed = pick(fieldsOf(found), names)
    const sent = secrets.filter((field) => typeof fieldValue(fieldsOf(payload), field) === "string")
    return sent.length === 0 ? observed : { ...observed, ...Object.fromEntries(sent.map((field) => [field, SECRET])) }
  }
}

const sourceOf = ({ group, name }: Endpoint): AuditSource | undefined =>
  auditSources.get(`${group}.${name}`) ?? auditSources.get(group)

/** Returns a function that returns the audited fields of a new object. */
export const describeNew = (
  endpoint: Endpoint,
  endpoints: ReadonlyArray<Endpoint>
): ((payload: unknown, made: object) => Observed) => {
  const source = sourceOf(endpoint)
  return source === undefined ? () => ({}) : fieldPicker(endpoint, endpoints, source)
}

/**
 * Returns a function that reads the object that an endpoint changes. It uses the handler of a GET endpoint, so that an
 * audit entry contains only fields that the caller may see, and no secrets. Null: the endpoint changes no object that
 * can be shown.
 */
export const observeOf = <R>(
  endpoint: Endpoint,
  endpoints: ReadonlyArray<Endpoint>,
  read: (source: AuditSource["read"]) => (request: object) => Effect.Effect<object, unknown, R>
): Observe<R> | null => {
  const { group, name, path } = endpoint
  const listed = auditedBodies.get(`${group}.${name}`)
  if (listed !== undefined)
    return (request, result) => Effect.succeed(result === null ? null : pick(fieldsOf(request.payload), listed))
  const source = sourceOf(endpoint)
  if (source === undefined) return null
  const { id } = source
  const picked = fieldPicker(endpoint, endpoints, source)
  const handle = read(source.read)
  const record = recordOf(endpoint)
  // Whether the response already contains the changed object, so that the object is not read again.
  const answersRecord =
    record !== null && record === recordOf(endpoints.find((one) => `${one.group}.${one.name}` === source.read))
  return (request, result) => {
    const created = result === null ? null : createdId(endpoint, result)
    const made = result === null ? [] : dataOf(result)
    // The response to a request that creates several objects is a list.
    if (endpoint.method === "POST" && Array.isArray(made) && made.length > 0)
      return Effect.succeed({ [group]: made.map((item) => fieldsOf(item)["name"]) })
    const target = id === null ? null : isIn(path, id) ? (fieldValue(request.params, id) ?? null) : created
    if (id !== null && target === null) return Effect.succeed(null)
    const params = id === null ? request.params : { ...request.params, [id]: target }
    const observed = (found: unknown): Observed => picked(result === null ? undefined : request.payload, found)
    if (result !== null && answersRecord && !Array.isArray(made)) return Effect.succeed(observed(made))
    return handle({ caller: request.caller, params, query: {}, payload: undefined, workId: request.workId }).pipe(
      Effect.map((answer) => {
        const data = dataOf(answer)
        const found = Array.isArray(data)
          ? data.find((item) => id !== null && idOf(fieldsOf(item), id) === target)
          : data
        return found === undefined ? null : observed(found)
      }),
      Effect.catch(() => Effect.succeed(null)),
      // If reading the object fails, the audit entry has no values. The failure must not undo the change or hide its
      // result.
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError("Could not read what a change affects for the audit log.", defect), null)
      )
    )
  }
}
