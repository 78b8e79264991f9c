import { endpointOf } from "./contract.ts"
import { isJsonObject, type JsonObject } from "@mon/bundled/json-rpc"
import { ToolError } from "./Tool.ts"

interface Argument {
  readonly isRequired: boolean
  readonly schema: JsonObject
}

export type Input = Readonly<Record<string, Argument>>

/** Returns arguments as an endpoint declares them, with descriptions, ranges and allowed values. */
export const fieldsOf = (endpoint: string, names: ReadonlyArray<string>): Input => {
  const { fields } = endpointOf(endpoint)
  return Object.fromEntries(
    names.map((name) => {
      const field = fields.get(name)
      if (field === undefined) throw new Error(`${endpoint} has no field ${name}.`)
      return [name, { isRequired: field.isRequired, schema: field.schema }]
    })
  )
}

export const inputSchemaOf = (input: Input): JsonObject => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(input).map(([name, { schema }]) => [name, schema])),
  required: Object.entries(input).flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
  additionalProperties: false
})

const isOfType = (value: unknown, type: unknown): boolean => {
  if (type === "string") return typeof value === "string" && value !== ""
  if (type === "integer") return Number.isSafeInteger(value)
  if (type === "boolean") return typeof value === "boolean"
  if (type === "array") return Array.isArray(value)
  return type === "object" ? isJsonObject(value) : true
}

/**
 * Refuses arguments that the schema of a tool does not allow. Checks only names, types and allowed values, because the
 * endpoint checks the arguments completely.
 */
export const checkArguments = (schema: JsonObject, given: JsonObject): void => {
  const properties = isJsonObject(schema["properties"]) ? schema["properties"] : {}
  const names = Object.keys(properties)
  const known = names.length === 0 ? "The tool has no arguments." : `The tool has these arguments: ${names.join(", ")}.`
  if (Object.keys(given).some((name) => !names.includes(name))) throw new ToolError(`Unknown argument. ${known}`)
  for (const name of Array.isArray(schema["required"]) ? schema["required"].map(String) : []) {
    if (!Object.hasOwn(given, name) || given[name] === undefined) throw new ToolError(`${name} is required.`)
  }
  for (const [name, value] of Object.entries(given)) {
    const declared = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isJsonObject(declared) || value === undefined) continue
    if (!isOfType(value, declared["type"])) {
      const type = String(declared["type"])
      throw new ToolError(`${name} must be ${type === "string" ? "a non-empty string" : `of type ${type}`}.`)
    }
    if (Array.isArray(declared["enum"]) && !declared["enum"].includes(value)) {
      throw new ToolError(`${name} must be one of: ${declared["enum"].join(", ")}.`)
    }
  }
}
