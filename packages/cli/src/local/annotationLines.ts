import { shownText } from "../screen/shownText.ts"
import type { TestResult } from "./runTests.ts"

/** The characters that end a value in a workflow command of GitHub, with their escapes. */
const VALUE: ReadonlyMap<string, string> = new Map([
  ["%", "%25"],
  ["\r", "%0D"],
  ["\n", "%0A"],
  [":", "%3A"],
  [",", "%2C"]
])

const value = (text: string): string =>
  shownText(text).replaceAll(/[%:,\r\n]/gu, (character) => VALUE.get(character) ?? "")
const message = (text: string): string => shownText(text).replaceAll("%", "%25")

export const faultAnnotation = (file: string, line: number, column: number, text: string): string =>
  `::error file=${value(file)},line=${line},col=${column}::${message(text)}`

export const annotationLines = (file: string, results: ReadonlyArray<TestResult>): ReadonlyArray<string> =>
  results
    .filter(({ verdict }) => verdict === "down" || verdict === "unknown")
    .map(
      ({ code, column, key, line, message: text, name, url, verdict }) =>
        `::${verdict === "down" ? "error" : "warning"} file=${value(file)},line=${line},col=${column},title=${value(`${key} is ${verdict}`)}::${message(`${url ?? name} ${code ?? ""}: ${text ?? ""}`)}`
    )
