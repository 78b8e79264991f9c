import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { parseSync } from "vite"

const isNode = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

/** Returns the text of a string, or of a template with `{}` in place of its values. */
const textOf = ({ quasis, type, value }: Readonly<Record<string, unknown>>, isRaw: boolean): string | null => {
  if (type === "Literal") return typeof value === "string" ? value : null
  if (type !== "TemplateLiteral" || !Array.isArray(quasis)) return null
  const parts = quasis as ReadonlyArray<{ readonly value: { readonly cooked: string; readonly raw: string } }>
  return parts.map((part) => (isRaw ? part.value.raw : part.value.cooked)).join("{}")
}

/**
 * Returns all strings and templates in source files. Unless `isAlone` is true, this includes the files beside them that
 * they import.
 */
export const textsOfSources = (files: ReadonlyArray<string>, isAlone = false): ReadonlyArray<string> => {
  const read = new Set<string>()
  const texts = new Set<string>()
  const visit = (node: unknown, file: string, isRaw = false): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, file)
    if (Array.isArray(node) || !isNode(node)) return
    const { source, type } = node
    if (isNode(source) && typeof source["value"] === "string" && /^(?:Import|Export)/u.test(String(type))) {
      const isType = node["importKind"] === "type" || node["exportKind"] === "type"
      if (!isType && !isAlone && source["value"].startsWith(".")) readSource(resolve(dirname(file), source["value"]))
      return
    }
    const text = textOf(node, isRaw)
    if (text !== null) texts.add(text)
    // `String.raw` is the only tag of templates in these sources.
    for (const part of Object.values(node)) visit(part, file, type === "TaggedTemplateExpression")
  }
  const readSource = (file: string): void => {
    if (read.has(file)) return
    read.add(file)
    visit(parseSync(file, readFileSync(file, "utf8")).program, file)
  }
  for (const file of files) readSource(file)
  return [...texts]
}
