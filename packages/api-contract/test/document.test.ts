import { describe, expect, it } from "vitest"
import { MonApi, openApiDocument, endpointsOf } from "../src/index.ts"

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly $ref?: string
  readonly enum?: ReadonlyArray<unknown>
}

const document = openApiDocument()
const schemas = Object.entries(document.components.schemas as Record<string, Schema>)

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<object>
  readonly security: ReadonlyArray<object>
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation }))
)

describe("the OpenAPI document", () => {
  it("has every endpoint of the contract", () => {
    const listed = operations.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/gu, ":$1")}`)
    expect(listed.toSorted()).toEqual(
      endpointsOf(MonApi)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted()
    )
    expect(new Set(listed).size).toBe(listed.length)
  })

  it.each(operations)("$method $path is described, with its headers", ({ operation, path }) => {
    expect(operation.summary).toBeTruthy()
    expect(operation.description).toBeTruthy()
    const keyed = path.startsWith("/api/v1")
    expect(operation.security).toEqual(keyed ? [{ apiKey: [] }, { bearer: [] }, { session: [] }] : [])
    for (const response of Object.values(operation.responses)) {
      const headers = Object.keys(response.headers ?? {})
      expect(headers).toContain("X-Request-Id")
      expect(headers.includes("X-RateLimit-Limit")).toBe(keyed)
    }
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(keyed ? ["401", "429", "500", "503"] : ["200"])
    )
  })

  it.each(schemas)("%s has a description on itself and on each field", (_, schema) => {
    expect(schema.description).toBeTruthy()
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      expect(field.$ref ?? field.description, name).toBeTruthy()
    }
  })

  it("closes only the objects in which the server refuses unknown fields", () => {
    const closed: Array<string> = []
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== "object" || value === null) return
      if (Reflect.get(value, "additionalProperties") === false) closed.push(path)
      expect(value, path).not.toHaveProperty("propertyNames")
      for (const [name, inner] of Object.entries(value)) visit(inner, `${path}/${name}`)
    }
    visit(document.paths, "paths")
    visit(document.components.schemas, "schemas")
    // Only the options of a monitor in requests are closed, because responses may get fields in a later version.
    const places = new Set(closed.map((path) => path.split("/").slice(0, 2).join("/")))
    expect([...places].toSorted()).toEqual([
      "schemas/ExpectationInput",
      "schemas/HeartbeatAtMostInput",
      "schemas/HeartbeatFiltersInput",
      "schemas/HeartbeatScheduleInput",
      "schemas/HttpStepInput",
      "schemas/IgnoredLineInput",
      "schemas/MinimumChangeInput",
      "schemas/MonitorCredentialsInput",
      "schemas/MonitorRequestInput",
      "schemas/PageTriggerInput",
      "schemas/RadiusLoginInput",
      "schemas/ServiceAnswerInput",
      "schemas/ServiceCheckInput",
      "schemas/ServiceExpectationInput",
      "schemas/ServiceLoginInput",
      "schemas/ServiceStepInput",
      "schemas/SnmpUserInput",
      "schemas/StepValueInput",
      "schemas/WatchedRecordsInput"
    ])
    expect(closed).toContain("schemas/MonitorRequestInput")
  })

  it("describes what several requests or responses contain once, under one name", () => {
    const names = schemas.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(["Expectation", "ExpectationInput", "Limits", "EndedAdditions"]))
    expect(names.filter((name) => /_\d+$/u.test(name))).toEqual([])
    const counts = new Map<string, number>()
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return
      if (Object.hasOwn(value, "properties")) {
        const text = JSON.stringify(value)
        counts.set(text, (counts.get(text) ?? 0) + 1)
      }
      for (const inner of Object.values(value)) visit(inner)
    }
    visit(document.components.schemas)
    // A schema of three short fields may occur twice.
    expect([...counts].filter(([text, count]) => count > 1 && text.length > 700)).toEqual([])
  })

  it("shows whole numbers of queries as integers with their range", () => {
    const list = operations.find(({ method, path }) => method === "get" && path === "/api/v1/domains")
    expect(list?.operation.parameters).toEqual([
      {
        name: "page",
        in: "query",
        required: false,
        description: "Number of the page, starting at 1.",
        schema: { type: "integer", minimum: 1, default: 1 }
      },
      {
        name: "limit",
        in: "query",
        required: false,
        description: "Maximum number of items per page.",
        schema: { type: "integer", minimum: 1, maximum: 50, default: 10 }
      }
    ])
  })

  it("says where an Idempotency-Key is heeded: wherever something is made", () => {
    const heeding = operations.filter(({ operation }) =>
      JSON.stringify(operation.parameters).includes('"Idempotency-Key"')
    )
    expect(
      heeding.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/gu, ":$1")}`).toSorted()
    ).toEqual(
      endpointsOf(MonApi)
        .filter(({ status }) => status === 201)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted()
    )
    for (const { operation } of heeding)
      expect(Object.keys(operation.responses["201"]?.headers ?? {})).toContain("Idempotency-Replayed")
  })

  it("shows switches of queries as booleans, and the tree of SPF records as what it is", () => {
    const check = operations.find(({ path }) => path === "/api/v1/domains/{id}/email-health")
    expect(check?.operation.parameters).toContainEqual({
      name: "fresh",
      in: "query",
      required: false,
      description: "Whether to run a new check instead of returning a cached report.",
      schema: { type: "boolean", default: false }
    })
    const tree = (document.components.schemas as Record<string, Schema>)["SpfTree"]
    expect(JSON.stringify(tree?.properties?.["children"])).toContain("#/components/schemas/SpfTree")
  })

  it("names errors plainly and shows no numbers that JSON does not have", () => {
    expect(schemas.map(([name]) => name)).toEqual(expect.arrayContaining(["BadRequest", "NotFound", "TooManyRequests"]))
    expect(JSON.stringify(document)).not.toMatch(/NaN|Infinity|Encoded"/u)
  })
})
