import { parseJsonPath } from "../jsonpath/parseJsonPath.ts"
import { PathSelection } from "../jsonpath/selectPaths.ts"
import { parseJson } from "./Json.ts"
import { writeJson } from "./jsonText.ts"
import { MAX_DEPTH, TooCostly } from "./limitedDom.ts"
import type { TextLimits } from "./LineBuilder.ts"
import { Places } from "./Places.ts"
import { isJsonPath, NotApplicable, type Selection, SelectorError, shownSelector } from "./Selection.ts"

const queryOf = (path: string) => {
  if (!isJsonPath(path))
    throw new NotApplicable(
      `${shownSelector(path)} is a CSS selector, but the page is JSON. Use a JSONPath such as "$.price".`
    )
  try {
    return parseJsonPath(path.trim())
  } catch (cause) {
    throw new SelectorError(path, cause, "JSONPath")
  }
}

/** Paths of deep values are long, and values are compared with recursion. */
const checkDepth = (root: unknown): void => {
  const stack: Array<readonly [value: unknown, depth: number]> = [[root, 0]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, depth] = next
    if (typeof value !== "object" || value === null) continue
    if (depth >= MAX_DEPTH) throw new TooCostly(`Values are nested more than ${MAX_DEPTH} levels deep.`)
    for (const inner of Object.values(value)) stack.push([inner, depth + 1])
  }
}

/**
 * The lines of the selected values, in document order. Exclusions apply first.
 *
 * @throws SelectorError for an invalid path; NotApplicable for a CSS selector, or a page that is no JSON; TooCostly
 */
export const selectedJson = (
  text: string,
  selection: Selection,
  limits: TextLimits
): {
  readonly lines: ReadonlyArray<string>
  readonly truncated: boolean
  readonly missing: string | null
} => {
  const include = selection.include.map((path) => ({ path, query: queryOf(path) }))
  const exclude = selection.exclude.map(queryOf)
  const json = parseJson(text)
  if (json === null) throw new NotApplicable("The page is not valid JSON, so a JSONPath does not apply.")
  checkDepth(json.root)
  const document = new PathSelection(json.root)
  const excluded = new Places()
  for (const query of exclude) for (const place of document.select(query)) excluded.add(place)
  const wanted = new Places()
  for (const { path, query } of include) {
    const found = document.select(query)
    if (found.length === 0) return { lines: [], truncated: false, missing: path }
    for (const place of found) wanted.add(place)
  }
  const chosen = { include: include.length === 0 ? null : wanted, exclude: excluded }
  return { ...writeJson(json.root, limits, chosen), missing: null }
}
