import {
  DEEPEST,
  isDeeperThan,
  parseJson,
  parseJsonPath,
  PathSelection,
  PathTooCostly,
  type Place,
  type Query
} from "@mon/bundled/json-path"
import { writeJson } from "./jsonText.ts"
import { TooCostly } from "./limitedDom.ts"
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

/** The maximum number of steps of all paths on a page. This many steps take less than a second in a worker thread. */
const MAX_STEPS = 2_000_000

/** Returns a function that evaluates paths. One limit applies to all paths of a page. */
const selectorOn = (root: unknown): ((query: Query) => ReadonlyArray<Place>) => {
  if (isDeeperThan(root, DEEPEST)) throw new TooCostly(`Values are nested more than ${DEEPEST} levels deep.`)
  const selection = new PathSelection(root, { maximumSteps: MAX_STEPS })
  return (query) => {
    try {
      return selection.select(query)
    } catch (cause) {
      throw cause instanceof PathTooCostly ? new TooCostly("Matching the paths takes too long on this page.") : cause
    }
  }
}

/**
 * Returns the lines of the selected values, in document order. Exclusions apply first.
 *
 * @throws SelectorError for an invalid path
 * @throws NotApplicable for a CSS selector, or for a page that is not JSON
 * @throws TooCostly if the page is too expensive to search
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
  const select = selectorOn(json.root)
  const excluded = new Places()
  for (const query of exclude) for (const place of select(query)) excluded.add(place)
  const wanted = new Places()
  for (const { path, query } of include) {
    const found = select(query)
    if (found.length === 0) return { lines: [], truncated: false, missing: path }
    for (const place of found) wanted.add(place)
  }
  const chosen = { include: include.length === 0 ? null : wanted, exclude: excluded }
  return { ...writeJson(json.root, limits, chosen), missing: null }
}
