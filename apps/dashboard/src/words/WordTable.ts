/**
 * A table of words by code of the API. A literal of this type begins with `__proto__: null as never`, so that it has no
 * prototype and a code such as "constructor" finds nothing.
 */
export type WordTable<Word = string> = Readonly<Record<string, Word>> & { readonly __proto__: never }
