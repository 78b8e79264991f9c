import { closest } from "./closest.ts"
import { type ArgumentFault, inside, type Kind, mismatch, type OptionalKind } from "./Kind.ts"

/** A kind for each property of T, optional where the property is. The compiler demands that none is missing. */
export type FieldsOf<T> = { readonly [K in keyof T]-?: object extends Pick<T, K> ? OptionalKind : Kind }

type Fields = Readonly<Record<string, Kind>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const unknownOption = (value: object, fields: Fields): ArgumentFault | null => {
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(fields, name)) continue
    const names = Object.keys(fields)
    const meant = closest(name, names)
    const known = names.length === 0 ? "It has no options" : `It takes ${names.join(", ")}`
    return {
      path: "",
      problem: `has no option ${JSON.stringify(name.slice(0, 60))}. ${meant === null ? known : `Did you mean ${JSON.stringify(meant)}?`}`,
      code: "ERR_UNKNOWN_OPTION"
    }
  }
  return null
}

const fieldFault = (value: Readonly<Record<string, unknown>>, fields: Fields): ArgumentFault | null => {
  for (const name of Object.keys(fields)) {
    const fault = fields[name]?.fault(value[name])
    if (fault) return inside(`.${name}`, fault)
  }
  return null
}

/** An object with exactly these options. */
export const optionsOf = <T extends object>(fields: FieldsOf<T>, takes = "an object with options"): Kind => {
  const known: Fields = { ...fields }
  return {
    takes,
    fault: (value) =>
      isObject(value) ? (unknownOption(value, known) ?? fieldFault(value, known)) : mismatch(takes, value)
  }
}

/**
 * An object with at least these properties, such as a result that is given back. Reads the other properties too, so
 * that one that throws is found here.
 */
export const shape = <T extends object>(takes: string, fields: Partial<FieldsOf<T>>): Kind => {
  const known = { ...fields } as Fields
  return {
    takes,
    fault: (value) => {
      if ((typeof value !== "object" || value === null) && typeof value !== "function") return mismatch(takes, value)
      Object.values(value)
      return fieldFault(value as Readonly<Record<string, unknown>>, known)
    }
  }
}

/** An object whose own properties all are of one kind. */
export const mapOf = (one: Kind, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    for (const name of Object.keys(value)) {
      const fault = one.fault(value[name])
      if (fault !== null) return inside(`[${JSON.stringify(name.slice(0, 60))}]`, fault)
    }
    return null
  }
})

/** Another kind for each value of a property by which the objects differ. */
export const variants = (property: string, kinds: Readonly<Record<string, Kind>>, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    const name = value[property]
    const one = typeof name === "string" && Object.hasOwn(kinds, name) ? kinds[name] : undefined
    if (one !== undefined) return one.fault(value)
    return inside(`.${property}`, mismatch(`one of ${Object.keys(kinds).join(", ")}`, name))
  }
})

/** One of several objects, each recognized by a property that the others do not have. */
export const byProperty = (kinds: Readonly<Record<string, Kind>>, takes: string): Kind => ({
  takes,
  fault: (value) => {
    if (!isObject(value)) return mismatch(takes, value)
    const found = Object.entries(kinds).find(([name]) => value[name] !== undefined)
    if (found !== undefined) return found[1].fault(value)
    return unknownOption(value, kinds) ?? mismatch(takes, value)
  }
})

/** Options with their defaults. An option that is given as undefined has its default, too. */
export const withDefaults = <T extends object, D extends Partial<T>>(defaults: D, given: T): T & D => {
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...defaults, ...(defined as T) }
}
