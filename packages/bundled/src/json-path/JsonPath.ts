/** A selector, which selects children of a value (RFC 9535 section 2.3). */
export type Selector =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "slice"; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: "wildcard" }
  | { readonly kind: "filter"; readonly condition: Condition }

/**
 * A segment, which selects children of a value or, with `descendant`, children of the value and of all values below it
 * (section 2.5).
 */
export interface Segment {
  readonly descendant: boolean
  readonly selectors: ReadonlyArray<Selector>
}

/** A query from the root or, in a filter, from the current value (section 2.2). */
export interface Query {
  readonly from: "root" | "current"
  readonly segments: ReadonlyArray<Segment>
}

/** The functions that take no regular expression (section 2.4). */
export type FunctionName = "length" | "count" | "value"

/** One side of a comparison. A query in a comparison selects at most one value. */
export type Comparable =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "query"; readonly query: Query }
  | { readonly kind: "function"; readonly name: FunctionName; readonly argument: Comparable }

/** The operators of comparisons (section 2.3.5.1). */
export type Operator = "==" | "!=" | "<=" | ">=" | "<" | ">"

export type Condition =
  | { readonly kind: "or" | "and"; readonly of: ReadonlyArray<Condition> }
  | { readonly kind: "not"; readonly of: Condition }
  | { readonly kind: "exists"; readonly query: Query }
  | {
      readonly kind: "compare"
      readonly operator: Operator
      readonly left: Comparable
      readonly right: Comparable
    }

/** Whether a query selects at most one value (section 2.3.5.1). */
export const isSingular = ({ segments }: Query): boolean =>
  segments.every(
    ({ descendant, selectors: [first, ...more] }) =>
      !descendant && more.length === 0 && (first?.kind === "name" || first?.kind === "index")
  )
