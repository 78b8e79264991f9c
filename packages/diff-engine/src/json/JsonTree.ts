/** The deepest nesting of a document that can be compared. Pages with selectors have the same limit. */
const MAX_DEPTH = 512

/** A value of a document. Equal values have the same `number`, regardless of the order of their members. */
export interface JsonNode {
  readonly number: number
  readonly value: unknown
  /** Null if the value is not an array. */
  readonly items: ReadonlyArray<JsonNode> | null
  /** Null if the value is not an object. The members are in a map because a member may be named `__proto__`. */
  readonly members: ReadonlyMap<string, JsonNode> | null
}

/** The error for a document that exceeds a limit. The message is a sentence. */
export class JsonTooLarge extends Error {}

export class NoJson extends Error {
  /** The JSON Pointer to the value (RFC 6901). */
  readonly pointer: string
  readonly value: unknown
  constructor(pointer: string, value: unknown) {
    super("The value is not valid JSON.")
    this.pointer = pointer
    this.value = value
  }
}

/** Returns the JSON Pointer to a member or an item (RFC 6901, section 3). */
export const pointerTo = (parent: string, name: string | number): string =>
  typeof name === "number" ? `${parent}/${name}` : `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`

const isPlain = (value: object): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === "[object Object]"

/** A reader that gives equal values the same number, in both documents of a comparison. */
export class JsonTree {
  readonly #numbers = new Map<string, number>()
  readonly #maxValues: number
  #values = 0

  constructor(maxValues: number) {
    this.#maxValues = maxValues
  }

  /**
   * Reads a document.
   *
   * @throws JsonTooLarge, or NoJson
   */
  read(document: unknown): JsonNode {
    return this.#read(document, "", 0)
  }

  #count(values: number): void {
    this.#values += values
    if (this.#values > this.#maxValues)
      throw new JsonTooLarge(`The documents have more values than the limit of ${this.#maxValues}.`)
  }

  #number(content: string): number {
    let number = this.#numbers.get(content)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(content, number)
    }
    return number
  }

  /**
   * Reads a value. The depth is limited, so recursion is safe. A pointer is built only for an error message, because
   * long pointers are costly.
   */
  #read(value: unknown, name: string | number, depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new JsonTooLarge(`A document is nested more than ${MAX_DEPTH} levels deep.`)
    if (depth === 0) this.#count(1)
    if (value === null || typeof value === "boolean") return this.#leaf(String(value), value)
    if (typeof value === "string") return this.#leaf(`"${value}`, value)
    if (typeof value === "number" && Number.isFinite(value)) return this.#leaf(`#${value}`, value)
    try {
      if (Array.isArray(value)) return this.#array(value, depth)
      if (typeof value === "object" && isPlain(value)) return this.#object(value, depth)
    } catch (error) {
      if (error instanceof NoJson && depth > 0) throw new NoJson(pointerTo("", name) + error.pointer, error.value)
      throw error
    }
    throw new NoJson(depth === 0 ? "" : pointerTo("", name), value)
  }

  #leaf(content: string, value: unknown): JsonNode {
    return { number: this.#number(content), value, items: null, members: null }
  }

  #array(value: ReadonlyArray<unknown>, depth: number): JsonNode {
    this.#count(value.length)
    const items: Array<JsonNode> = []
    for (let index = 0; index < value.length; index++) items.push(this.#read(value[index], index, depth + 1))
    return { number: this.#number(`[${items.map(({ number }) => number).join()}`), value, items, members: null }
  }

  #object(value: Readonly<Record<string, unknown>>, depth: number): JsonNode {
    const names = Object.keys(value)
    this.#count(names.length)
    const members = new Map(names.map((name) => [name, this.#read(value[name], name, depth + 1)]))
    const content = names
      .toSorted()
      .map((name) => `${this.#number(`"${name}`)}:${members.get(name)?.number ?? -1}`)
      .join()
    return { number: this.#number(`{${content}`), value, items: null, members }
  }
}
