import { isRecord, Written } from "./Json.ts"
import type { Comparable, Condition, Operator, Query, Segment, Selector } from "./JsonPath.ts"

/** A value of a JSON document, with its location. `container` is null if the value is the whole document. */
export interface Place {
  readonly container: object | null
  readonly key: string | number
  readonly value: unknown
}

type Node = Place

export class PathTooCostly extends Error {
  override readonly name = "PathTooCostly"
  readonly code = "ERR_PATH_TOO_COSTLY"
}

/**
 * The maximum nesting depth of a document. Filters compare values recursively, and the paths of deeper values would be
 * too long.
 */
export const DEEPEST = 512

export const isDeeperThan = (root: unknown, depth: number): boolean => {
  const stack: Array<readonly [value: unknown, depth: number]> = [[root, 0]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, level] = next
    if (typeof value !== "object" || value === null) continue
    if (level >= depth) return true
    for (const inner of Object.values(value))
      if (typeof inner === "object" && inner !== null) stack.push([inner, level + 1])
  }
  return false
}

/**
 * Returns the value of a query that selects at most one value, without the cost of a full selection. `found` is false
 * if there is no value.
 */
export const singularValue = (
  root: unknown,
  { segments }: Query
): { readonly found: true; readonly value: unknown } | { readonly found: false } => {
  let value = root
  for (const {
    selectors: [selector]
  } of segments) {
    let key: string | number
    if (selector?.kind === "name" && isRecord(value)) key = selector.name
    else if (selector?.kind === "index" && Array.isArray(value))
      key = selector.index < 0 ? value.length + selector.index : selector.index
    else return { found: false }
    if (!Object.hasOwn(value, key)) return { found: false }
    value = Reflect.get(value, key)
  }
  return { found: true, value }
}

const NOTHING = Symbol("Nothing")

const plain = (value: unknown): unknown => (value instanceof Written ? value.number : value)

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff

/**
 * Compares texts by code points (RFC 9535 section 2.3.5.2.2), in which surrogate pairs come after all other characters.
 */
const isTextLess = (a: string, b: string): boolean => {
  const common = Math.min(a.length, b.length)
  let at = 0
  while (at < common && a.charCodeAt(at) === b.charCodeAt(at)) at++
  if (at === common) return a.length < b.length
  const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
  return isSurrogate(one) === isSurrogate(other) ? one < other : isSurrogate(other)
}

const isLess = (a: unknown, b: unknown): boolean => {
  if (typeof a === "number" && typeof b === "number") return a < b
  return typeof a === "string" && typeof b === "string" && isTextLess(a, b)
}

/** The evaluation of paths on one document. All paths share one limit of steps. */
export class PathSelection {
  readonly #root: unknown
  readonly #maximumSteps: number
  #steps = 0

  constructor(root: unknown, { maximumSteps }: { readonly maximumSteps: number }) {
    this.#root = root
    this.#maximumSteps = maximumSteps
  }

  /** Returns the selected values and their places. Throws a {@link PathTooCostly} if the limit of steps is exceeded. */
  select(query: Query): ReadonlyArray<Place> {
    return this.#nodes(query, this.#root)
  }

  #step(cost = 1): void {
    this.#steps += cost
    if (this.#steps > this.#maximumSteps) throw new PathTooCostly("Matching the paths takes too many steps.")
  }

  #nodes({ from, segments }: Query, current: unknown): ReadonlyArray<Node> {
    let nodes: ReadonlyArray<Node> = [{ container: null, key: "", value: from === "root" ? this.#root : current }]
    for (const segment of segments) nodes = this.#apply(segment, nodes)
    return nodes
  }

  #apply({ descendant, selectors }: Segment, nodes: ReadonlyArray<Node>): ReadonlyArray<Node> {
    const found: Array<Node> = []
    for (const start of nodes) {
      const stack: Array<Node> = [start]
      for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
        this.#step()
        for (const selector of selectors) this.#children(selector, node, found)
        if (!descendant) continue
        // Children are pushed in reverse, because the first child must be visited first (RFC 9535 section 2.5.2.2).
        const children: Array<Node> = []
        this.#everyChild(node, (child) => void children.push(child))
        for (let child = children.pop(); child !== undefined; child = children.pop()) stack.push(child)
      }
    }
    return found
  }

  #everyChild({ value }: Node, use: (child: Node) => void): void {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) this.#child(value, index, use)
    } else if (isRecord(value)) {
      for (const name of Object.keys(value)) this.#child(value, name, use)
    }
  }

  #child(
    container: ReadonlyArray<unknown> | Readonly<Record<string, unknown>>,
    key: string | number,
    use: (child: Node) => void
  ): void {
    this.#step()
    use({ container, key, value: Reflect.get(container, key) })
  }

  #children(selector: Selector, node: Node, found: Array<Node>): void {
    const { value } = node
    const add = (child: Node): void => void found.push(child)
    switch (selector.kind) {
      case "name":
        if (isRecord(value) && Object.hasOwn(value, selector.name)) this.#child(value, selector.name, add)
        return
      case "index":
        if (Array.isArray(value)) this.#item(value, selector.index, add)
        return
      case "slice":
        if (Array.isArray(value)) this.#slice(selector, value, add)
        return
      case "wildcard":
        this.#everyChild(node, add)
        return
      case "filter":
        this.#everyChild(node, (child) => {
          if (this.#holds(selector.condition, child.value)) add(child)
        })
    }
  }

  #item(items: ReadonlyArray<unknown>, index: number, add: (child: Node) => void): void {
    const at = index < 0 ? items.length + index : index
    if (at >= 0 && at < items.length) this.#child(items, at, add)
  }

  /** Selects a slice of an array (RFC 9535 section 2.3.4.2.2). */
  #slice(
    { end, start, step }: Extract<Selector, { readonly kind: "slice" }>,
    items: ReadonlyArray<unknown>,
    add: (child: Node) => void
  ): void {
    const { length } = items
    const normal = (index: number): number => (index >= 0 ? index : length + index)
    if (step > 0) {
      const last = Math.min(Math.max(normal(end ?? length), 0), length)
      for (let index = Math.min(Math.max(normal(start ?? 0), 0), length); index < last; index += step)
        this.#child(items, index, add)
    } else if (step < 0) {
      const last = Math.min(Math.max(end === null ? -1 : normal(end), -1), length - 1)
      const first = Math.min(Math.max(start === null ? length - 1 : normal(start), -1), length - 1)
      for (let index = first; index > last; index += step) this.#child(items, index, add)
    }
  }

  #holds(condition: Condition, current: unknown): boolean {
    this.#step()
    switch (condition.kind) {
      case "or":
        return condition.of.some((part) => this.#holds(part, current))
      case "and":
        return condition.of.every((part) => this.#holds(part, current))
      case "not":
        return !this.#holds(condition.of, current)
      case "exists":
        return this.#nodes(condition.query, current).length > 0
      case "compare":
        return this.#compare(
          condition.operator,
          this.#valueOf(condition.left, current),
          this.#valueOf(condition.right, current)
        )
    }
  }

  #valueOf(side: Comparable, current: unknown): unknown {
    if (side.kind === "literal") return side.value
    if (side.kind === "query") {
      const [node, ...more] = this.#nodes(side.query, current)
      return node === undefined || more.length > 0 ? NOTHING : plain(node.value)
    }
    const { argument, name } = side
    if (name === "count") return argument.kind === "query" ? this.#nodes(argument.query, current).length : NOTHING
    const value = this.#valueOf(argument, current)
    return name === "value" ? value : this.#lengthOf(value)
  }

  #lengthOf(value: unknown): number | typeof NOTHING {
    if (typeof value === "string") {
      this.#step(value.length)
      return Array.from(value).length
    }
    if (Array.isArray(value)) return value.length
    return isRecord(value) ? this.#namesOf(value).length : NOTHING
  }

  #namesOf(record: Readonly<Record<string, unknown>>): ReadonlyArray<string> {
    const names = Object.keys(record)
    this.#step(names.length)
    return names
  }

  /** Compares two values (RFC 9535 section 2.3.5.2.2). */
  #compare(operator: Operator, a: unknown, b: unknown): boolean {
    if (typeof a === "string" && typeof b === "string") this.#step(Math.min(a.length, b.length))
    switch (operator) {
      case "==":
        return this.#isEqual(a, b)
      case "!=":
        return !this.#isEqual(a, b)
      case "<":
        return isLess(a, b)
      case ">":
        return isLess(b, a)
      case "<=":
        return isLess(a, b) || this.#isEqual(a, b)
      case ">=":
        return isLess(b, a) || this.#isEqual(a, b)
    }
  }

  #isEqual(one: unknown, other: unknown, depth = 0): boolean {
    this.#step()
    if (depth > DEEPEST) throw new PathTooCostly(`Values are nested more than ${DEEPEST} levels deep.`)
    const [a, b] = [plain(one), plain(other)]
    if (typeof a === "string") this.#step(a.length)
    if (a === b) return true
    if (Array.isArray(a))
      return (
        Array.isArray(b) && a.length === b.length && a.every((item, index) => this.#isEqual(item, b[index], depth + 1))
      )
    if (!isRecord(a) || !isRecord(b)) return false
    const names = this.#namesOf(a)
    return (
      names.length === this.#namesOf(b).length &&
      names.every((name) => Object.hasOwn(b, name) && this.#isEqual(a[name], b[name], depth + 1))
    )
  }
}
