import { plainText, shortened } from "../document/plainText.ts"
import type { ImportedPerson } from "./ImportedOnCall.ts"

/** The maximum length of an id of a person in `@mon/on-call`. */
const LONGEST_PERSON = 200

/** A plausible email address. Mon checks addresses in full when it finds the people of an account. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/u

const shown = (text: string): string => shortened(plainText(text), LONGEST_PERSON)

/** The people of an export, by their ids in the source. */
export class People {
  readonly #byId = new Map<string, ImportedPerson>()
  readonly #unknown = new Set<string>()

  /** Adds a person. Returns the text that stands for the person in schedules. */
  add(id: string, name: string | undefined, address: string | undefined): string {
    const email = address !== undefined && ADDRESS.test(address.trim()) ? shown(address.trim()) : null
    const person = email ?? (shown(name ?? address ?? "") || shown(id))
    this.#byId.set(id, { person, name: shown(name ?? "") || person, email })
    return person
  }

  /** Returns the text that stands for a person in schedules: the address, or else a name. */
  of(id: string, name?: string): string {
    const known = this.#byId.get(id)
    const fallback = name !== undefined && ADDRESS.test(name.trim()) ? name.trim() : (name ?? id)
    const person = known?.person ?? (shown(fallback) || shown(id) || "unknown")
    if (!ADDRESS.test(person)) this.#unknown.add(person)
    return person
  }

  get all(): ReadonlyArray<ImportedPerson> {
    return [...this.#byId.values()]
  }

  /** The people without an address in schedules and routes. */
  get unknown(): ReadonlyArray<string> {
    return [...this.#unknown]
  }
}
