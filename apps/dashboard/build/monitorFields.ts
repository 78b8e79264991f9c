import type { Plugin } from "vite"
import type { MonitorField } from "../src/form/MonitorField.ts"

/**
 * The exports of `@mon/model` with the settable fields of domains and pages, keyed by the name of the virtual module
 * that provides them.
 */
const kinds: Readonly<Record<string, "domainFields" | "pageFields">> = {
  "virtual:domain-fields": "domainFields",
  "virtual:page-fields": "pageFields"
}

/** The declarations of fields in `@mon/model`. This plugin ignores their schemas. */
type Declared = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const FACTS = [
  "type",
  "about",
  "example",
  "minimum",
  "maximum",
  "default",
  "isNullable",
  "isNeeded",
  "form",
  "control",
  "words"
] as const

/** Returns the properties of declared fields that a form needs, as plain data. Schemas stay out of the bundle. */
export const monitorFieldsOf = (declared: Declared): ReadonlyArray<MonitorField> =>
  Object.entries(declared).map(
    ([name, field]) =>
      ({
        name,
        ...Object.fromEntries(FACTS.flatMap((fact) => (fact in field ? [[fact, field[fact]]] : [])))
      }) as unknown as MonitorField
  )

const OTHERS = "virtual:kind-fields"

/**
 * Provides virtual modules with the settable fields of domains, of pages and of all other kinds, as `@mon/model`
 * declares them.
 */
export const monitorFields = (): Plugin => ({
  name: "monitor-fields",
  resolveId: (id) => (id in kinds || id === OTHERS ? `\0${id}` : null),
  load: async (id) => {
    const name = id.slice(1)
    const kind = kinds[name]
    if (!id.startsWith("\0") || (kind === undefined && name !== OTHERS)) return null
    const model = await import("@mon/model")
    if (kind !== undefined) return `export default ${JSON.stringify(monitorFieldsOf(model[kind]))}`
    const { domain: _domain, url: _url, ...others } = model.monitorFields
    const fields = Object.entries<Declared>(others).map(([other, declared]) => [other, monitorFieldsOf(declared)])
    return `export default ${JSON.stringify(Object.fromEntries(fields))}`
  }
})
