import type { Plugin } from "vite"
import type { MonitorField } from "../src/form/MonitorField.ts"

/** The settable fields of each kind of monitor, by the name of the module that has them. */
const kinds: Readonly<Record<string, "domainFields" | "pageFields">> = {
  "virtual:domain-fields": "domainFields",
  "virtual:page-fields": "pageFields"
}

/** The declarations of `@mon/model`. Their schemas are not used here. */
type Declared = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const FACTS = [
  "type",
  "about",
  "example",
  "minimum",
  "maximum",
  "default",
  "isNullable",
  "form",
  "control",
  "words"
] as const

/** The facts of declared fields that a form needs, as plain data. Schemas stay out of the bundle. */
export const monitorFieldsOf = (declared: Declared): ReadonlyArray<MonitorField> =>
  Object.entries(declared).map(
    ([name, field]) =>
      ({
        name,
        ...Object.fromEntries(FACTS.flatMap((fact) => (fact in field ? [[fact, field[fact]]] : [])))
      }) as unknown as MonitorField
  )

/** Modules with the settable fields of domains and of pages, as `@mon/model` declares them. */
export const monitorFields = (): Plugin => ({
  name: "monitor-fields",
  resolveId: (id) => (id in kinds ? `\0${id}` : null),
  load: async (id) => {
    const kind = kinds[id.slice(1)]
    if (!id.startsWith("\0") || kind === undefined) return null
    const model = await import("@mon/model")
    return `export default ${JSON.stringify(monitorFieldsOf(model[kind]))}`
  }
})
