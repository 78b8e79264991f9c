// @boundaries-ignore the parser is not exported
import { parse, readValues } from "../../../packages/uptime-probe/src/expect/JsonPath.ts"
import { each, fill, type InputCase, MIB } from "./InputCase.ts"

const PATHS = ["$..[?@ == 1]", "$[?count(@..*) > 9]", "$..a", "$[*]", "$..[?@.a == @.b]"] as const
const DEPTH = 500

const deep = `${"[".repeat(DEPTH)}${"]".repeat(DEPTH)},`

const bodies = {
  numbers: `[${fill("0,", MIB - 4)}0]`,
  "empty objects": `[${fill("{},", MIB - 5)}{}]`,
  "as many lists as allowed": `[${fill("[[]],", 124_000)}${fill("0,", MIB - 124_010)}0]`,
  "small objects": `[${fill('{"name":"123456789012"},', MIB - 16)}{}]`,
  "deep lists": `[${fill(deep, MIB - 4)}0]`,
  text: JSON.stringify(fill("ä", MIB / 2 - 4))
}

/** Queries of all paths, as a check with expectations makes them. */
const evaluate = (body: string): unknown => {
  const values = readValues(body)
  return PATHS.map((path) => {
    const query = parse(path)
    return query === null ? null : values?.at(query)?.length
  })
}

/** JSON answers with the paths of expectations. */
export const expectations: ReadonlyArray<InputCase> = [
  { name: "JSON paths of expectations", limit: "1 MiB", place: "event loop", shapes: each(evaluate, bodies) }
]
