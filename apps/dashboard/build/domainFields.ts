import type { Plugin } from "vite"

const ID = "virtual:domain-fields"
const RESOLVED = `\0${ID}`

/** The facts of a declared field that a form needs. Schemas stay out of the bundle. */
const shown = (name: string, field: Readonly<Record<string, unknown>>) => ({
  name,
  type: field["type"],
  about: field["about"],
  example: field["example"],
  ...("minimum" in field ? { minimum: field["minimum"] } : {}),
  ...("maximum" in field ? { maximum: field["maximum"] } : {})
})

/** The module `virtual:domain-fields`: the settable fields of a domain as `@mon/model` declares them, as plain data. */
export const domainFields = (): Plugin => ({
  name: "domain-fields",
  resolveId: (id) => (id === ID ? RESOLVED : null),
  load: async (id) => {
    if (id !== RESOLVED) return null
    const { domainFields: declared } = await import("@mon/model")
    return `export default ${JSON.stringify(Object.entries(declared).map(([name, field]) => shown(name, field)))}`
  }
})
