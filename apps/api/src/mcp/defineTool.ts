import { endpointOf, requestTo, type ToolRequest } from "./contract.ts"
import { fitted, fittedList } from "./fit.ts"
import { type Input, inputSchemaOf } from "./input.ts"
import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"
import { readsStored, type Tool, type ToolAnnotations } from "./Tool.ts"
import { type Detail, isPublicId, siftedRecord } from "./untrusted.ts"

interface Definition extends Pick<Tool, "name" | "title" | "description" | "endpoints" | "answer"> {
  readonly annotations?: ToolAnnotations
  readonly input: () => Input
  /** Default: one request to the only endpoint. */
  readonly requests?: (given: JsonObject) => ReadonlyArray<ToolRequest>
}

/** A tool. Its schemas are made when a client first asks for them. */
export const defineTool = ({ input, requests, ...tool }: Definition): Tool => {
  let schema: JsonObject | undefined
  const [only = ""] = tool.endpoints
  return {
    annotations: readsStored,
    ...tool,
    inputSchema: () => (schema ??= inputSchemaOf(input())),
    requests: requests ?? ((given) => [requestTo(only, given)])
  }
}

/** A part of a record that the contract declares as an object, or an empty one. */
export const recordOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** A list of records, or an empty one. */
export const recordsOf = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** Some fields of a record, in this order. */
export const pick = (record: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(record, name) && record[name] !== undefined ? [[name, record[name]]] : []))
  )

/** The JSON Schema of a record of an endpoint: its `data`, or an item of it. */
const recordSchema = (endpoint: string): JsonObject => {
  const { data } = endpointOf(endpoint)
  return isJsonObject(data["items"]) ? data["items"] : data
}

/** The part of an endpoint's records that a tool shows. */
interface Shown {
  readonly endpoint: string
  /** Default: all fields. */
  readonly fields?: ReadonlyArray<string>
  /** Paths of codes of our own tables. */
  readonly codes?: ReadonlyArray<string>
}

/** Shows the records of an endpoint, with texts of others in fields named `untrusted`. */
export const presenter = ({ codes = [], endpoint, fields }: Shown) => {
  const paths = new Set(codes)
  return (record: JsonObject, detail: Detail): JsonObject =>
    siftedRecord(fields === undefined ? record : pick(record, fields), recordSchema(endpoint), detail, paths)
}

/** The answer with one record. */
export const oneRecord =
  (show: ReturnType<typeof presenter>): Tool["answer"] =>
  ([data]) =>
    fitted((detail) => show(recordOf(data), detail))

/** The id of a record, which continues the list after it. */
export const idCursor = ({ id }: JsonObject): string | null => (typeof id === "string" && isPublicId(id) ? id : null)

/** The answer with a list of records, whose endpoint continues after an id and has a `limit`. */
export const listOfRecords =
  (name: string, show: ReturnType<typeof presenter>, defaultLimit: number): Tool["answer"] =>
  ([data], { limit = defaultLimit }) => {
    const items = recordsOf(data)
    return fittedList({ name, items, show, cursorOf: idCursor, hasMore: items.length >= Number(limit) })
  }
