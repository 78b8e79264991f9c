import { openApiDocument } from "@mon/api-contract"

export interface ShownSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly examples?: ReadonlyArray<unknown>
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<ShownSchema>
  readonly allOf?: ReadonlyArray<ShownSchema>
  readonly items?: ShownSchema
  readonly properties?: Readonly<Record<string, ShownSchema>>
  readonly required?: ReadonlyArray<string>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly default?: unknown
}

interface ShownParameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: ShownSchema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: ShownSchema }>>
}

export interface ShownOperation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<ShownParameter>
  readonly security: ReadonlyArray<object>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description?: string }>>
}

export interface ShownDocument {
  readonly info: { readonly title: string; readonly description?: string }
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly operations: ReadonlyArray<ShownOperation>
  readonly schemas: Readonly<Record<string, ShownSchema>>
}

interface Document extends Omit<ShownDocument, "operations" | "schemas"> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<ShownOperation, "method" | "path">>>>>
  readonly components: { readonly schemas: Readonly<Record<string, ShownSchema>> }
}

/**
 * Returns the OpenAPI document in the form that the page renders. The cast is safe: the page reads only fields of
 * OpenAPI 3.1.
 */
export const shownDocument = (): ShownDocument => {
  const { components, info, paths, tags } = openApiDocument() as unknown as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
  )
  return { info, tags, operations, schemas: components.schemas }
}
