import { documentLimits } from "./documentLimits.ts"
import type { StatusPageDocument } from "./StatusPageDocument.ts"
import type { Words } from "./words/PageWords.ts"

const namesOfDocuments = new WeakMap<object, ReadonlyMap<string, string>>()

export const componentNames = ({ components }: Pick<StatusPageDocument, "components">): ReadonlyMap<string, string> => {
  const known = namesOfDocuments.get(components)
  if (known !== undefined) return known
  const names = new Map(components.map(({ id, name }) => [id, name]))
  namesOfDocuments.set(components, names)
  return names
}

export const affectedNames = (ids: ReadonlyArray<string>, document: StatusPageDocument): ReadonlyArray<string> => {
  const affected = new Set(ids)
  return [...componentNames(document)].filter(([id]) => affected.has(id)).map(([, name]) => name)
}

export const listed = (names: ReadonlyArray<string>, words: Pick<Words, "more">): string => {
  const rest = names.length - documentLimits.names
  const text = names.slice(0, documentLimits.names).join(", ")
  return rest > 0 ? `${text} ${words.more(rest)}` : text
}
