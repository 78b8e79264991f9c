import { endpointOf, requestTo } from "./contract.ts"
import type { EndpointRequest } from "../http/callEndpoint.ts"
import { fitted, fittedList } from "./fit.ts"
import { type Input, inputSchemaOf } from "./input.ts"
import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"
import { readsStored, type Tool, type ToolAnnotations } from "./Tool.ts"
import { type Detail, isPublicId, siftedRecord } from "./untrusted.ts"

interface Definition extends Pick<Tool, "name" | "title" | "description" | "endpoints" | "answer"> {
  readonly annotations?: ToolAnnotations
  readonly input: () => Input
  /** Returns the requests of a call. Default: one request to the tool's only endpoint. */
  readonly requests?: (given: JsonObject) => ReadonlyArray<EndpointRequest>
}

/** Creates a tool. Its schemas are created when a client first asks for them. */
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

export const recordOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

export const recordsOf = (value: unknown): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

export const pick = (record: JsonObject, names: ReadonlyArray<string>): JsonObject =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(record, name) && record[name] !== undefined ? [[name, record[name]]] : []))
  )

/** Returns the JSON Schema of an endpoint's records: of `data`, or of one item if `data` is a list. */
const recordSchema = (endpoint: string): JsonObject => {
  const { data } = endpointOf(endpoint)
  return isJsonObject(data["items"]) ? data["items"] : data
}

/** The part of an endpoint's records that a tool shows. */
interface Shown {
  readonly endpoint: string
  /** The fields that are shown. Default: all. */
  readonly fields?: ReadonlyArray<string>
  /** The paths of the fields that contain codes from Mon's own tables. */
  readonly codes?: ReadonlyArray<string>
}

/**
 * Returns a function that shows the records of an endpoint. The function moves untrusted texts into fields named
 * `untrusted`.
 */
export const presenter = ({ codes = [], endpoint, fields }: Shown) => {
  const paths = new Set(codes)
  return (record: JsonObject, detail: Detail): JsonObject =>
    siftedRecord(fields === undefined ? record : pick(record, fields), recordSchema(endpoint), detail, paths)
}

export const oneRecord =
  (show: ReturnType<typeof presenter>): Tool["answer"] =>
  ([data]) =>
    fitted((detail) => show(recordOf(data), detail))

/** Returns the id of a record, which is the cursor for the part of the list after the record. */
export const idCursor = ({ id }: JsonObject): string | null => (typeof id === "string" && isPublicId(id) ? id : null)

/**
 * Returns a function that answers with a list of records. The endpoint must accept a `limit` and the id after which the
 * list continues.
 */
export const listOfRecords =
  (name: string, show: ReturnType<typeof presenter>, defaultLimit: number): Tool["answer"] =>
  ([data], { limit = defaultLimit }) => {
    const items = recordsOf(data)
    return fittedList({ name, items, show, cursorOf: idCursor, hasMore: items.length >= Number(limit) })
  }
