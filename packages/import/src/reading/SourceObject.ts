import type { Group } from "../document/Group.ts"
import type { GroupKind } from "../ImportReport.ts"
import { switchOf } from "./switchOf.ts"

export type Entries = Readonly<Record<string, unknown>>

export const isEntries = (value: unknown): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === false ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0) ||
  (isEntries(value) && Object.keys(value).length === 0)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

interface SourceOptions {
  /** The path of the object in its report group, ending in a dot. */
  readonly prefix?: string
  readonly spellings?: (name: string) => ReadonlyArray<string>
}

export interface Rest {
  readonly reasons?: Readonly<Record<string, string>>
  /** The default values of fields. Fields with these values are not reported as left out. */
  readonly defaults?: Readonly<Record<string, unknown>>
  readonly otherwise?: string
}

const NOTHING_LIKE_IT = "Mon has no equivalent."

/**
 * A reader of an object of a source, which reads fields by name and records the outcome of each field. `finish` reports
 * all remaining fields, so that no field is silently dropped.
 */
export class SourceObject<K extends string = GroupKind> {
  readonly group: Group<K>
  readonly values: Entries
  readonly #options: SourceOptions
  readonly #noted = new Set<string>()
  readonly #parts: Array<SourceObject<K>> = []

  constructor(group: Group<K>, values: Entries, options: SourceOptions = {}) {
    this.group = group
    this.values = values
    this.#options = options
  }

  #nameOf(name: string): string {
    const { spellings } = this.#options
    return spellings?.(name).find((spelling) => Object.hasOwn(this.values, spelling)) ?? name
  }

  pathOf(name: string): string {
    return (this.#options.prefix ?? "") + this.#nameOf(name)
  }

  value(name: string): unknown {
    const found = this.#nameOf(name)
    return Object.hasOwn(this.values, found) ? this.values[found] : undefined
  }

  /** Returns the text of a field, or undefined if the text is empty. Converts a number to a text. */
  text(name: string): string | undefined {
    const value = this.value(name)
    if (typeof value === "number" || typeof value === "bigint") return String(value)
    return typeof value === "string" && value !== "" ? value : undefined
  }

  number(name: string): number | undefined {
    const value = this.value(name)
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
    return typeof number === "number" && Number.isFinite(number) ? number : undefined
  }

  flag(name: string): boolean | undefined {
    return switchOf(this.value(name))
  }

  list(name: string): ReadonlyArray<unknown> {
    const value = this.value(name)
    return Array.isArray(value) ? value : []
  }

  /** Returns whether a field has a value other than empty, zero or off. */
  has(name: string): boolean {
    return !isEmpty(this.value(name))
  }

  carried(name: string, to: string): void {
    this.#note(name)
    this.group.carried(this.pathOf(name), to)
  }

  changed(name: string, to: string | null, note: string): void {
    this.#note(name)
    this.group.changed(this.pathOf(name), to, note)
  }

  leftOut(name: string, note: string): void {
    this.#note(name)
    this.group.leftOut(this.pathOf(name), note)
  }

  #note(name: string): void {
    this.#noted.add(this.#nameOf(name))
  }

  /** Marks a field whose outcome the caller reports. */
  taken(name: string): void {
    this.#note(name)
  }

  /**
   * Marks a field that is listed as empty or default, because it only says how to read other fields, or has its usual
   * value.
   */
  used(name: string): void {
    if (this.value(name) === undefined) return
    this.#note(name)
    this.group.unset(this.pathOf(name))
  }

  /** Returns the object in a field, or null. The fields of the inner object are reported too. */
  part(name: string): SourceObject<K> | null {
    const value = this.value(name)
    if (!isEntries(value)) return null
    return this.#addPart(name, value, `${this.pathOf(name)}.`)
  }

  /** Returns the objects in a field that is a list. Reports entries that are not objects as left out. */
  parts(name: string): ReadonlyArray<SourceObject<K>> {
    const list = this.list(name)
    if (list.length === 0) return []
    return list.flatMap((value, index) => {
      const path = `${this.pathOf(name)}[${index}]`
      if (isEntries(value)) return [this.#addPart(name, value, `${path}.`)]
      this.#note(name)
      this.group.leftOut(path, "It is not an object.")
      return []
    })
  }

  #addPart(name: string, value: Entries, prefix: string): SourceObject<K> {
    const { spellings } = this.#options
    const part = new SourceObject(this.group, value, { prefix, ...(spellings === undefined ? {} : { spellings }) })
    this.#note(name)
    this.#parts.push(part)
    return part
  }

  finish({ defaults = {}, otherwise = NOTHING_LIKE_IT, reasons = {} }: Rest = {}): void {
    for (const part of this.#parts) part.finish({ defaults, otherwise, reasons })
    const ofName = <A>(table: Readonly<Record<string, A>>, name: string): A | undefined =>
      Object.keys(table)
        .filter((known) => this.#nameOf(known) === name)
        .map((known) => table[known])[0]
    for (const [name, value] of Object.entries(this.values)) {
      if (this.#noted.has(name)) continue
      const usual = ofName(defaults, name)
      // The value "off" of a switch that is usually on is not treated as empty, so it is reported.
      if (usual === undefined || value === null || value === "" ? isEmpty(value) : isSame(value, usual)) this.used(name)
      else this.leftOut(name, ofName(reasons, name) ?? otherwise)
    }
  }
}
