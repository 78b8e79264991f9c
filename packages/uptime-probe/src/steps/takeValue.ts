import type { Answer } from "../expect/Expectation.ts"
import * as JsonPath from "../expect/JsonPath.ts"
import { readAnswer } from "../expect/ReadAnswer.ts"
import { field } from "../http/HttpHead.ts"
import { matchGroups } from "../pattern/TextPattern.ts"
import type { Take } from "./StepsRequest.ts"

/** The longest value that is taken, in characters. A token is seldom longer than 2,000. */
const VALUE_LENGTH = 8_192

const written = (value: unknown): string | null => {
  if (typeof value === "string") return value
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  return null
}

const cookieIn = (setCookies: ReadonlyArray<string>, name: string): string | null => {
  for (const text of setCookies) {
    const [pair = ""] = text.split(";")
    const at = pair.indexOf("=")
    if (at !== -1 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return null
}

const find = (take: Take, answer: Answer): string | null => {
  if ("header" in take) return field(answer.headers, take.header.toLowerCase())
  if ("cookie" in take) return cookieIn(answer.headers.get("set-cookie") ?? [], take.cookie)
  const read = readAnswer(answer)
  if ("pattern" in take) {
    const groups = matchGroups(take.pattern, read.text())
    return groups === null ? null : (groups[1] ?? groups[0] ?? null)
  }
  const query = JsonPath.parse(take.json)
  const values = query === null ? null : (read.json()?.at(query) ?? null)
  return values === null ? null : written(values[0])
}

/** Takes a value from an answer. Returns null if it is missing, too long, or neither text, number nor truth value. */
export const takeValue = (take: Take, answer: Answer): string | null => {
  const value = find(take, answer)
  return value === null || value.length > VALUE_LENGTH ? null : value
}

/** Returns the place of a value in words. */
export const placeOf = (take: Take): string => {
  if ("header" in take) return `in the header ${JSON.stringify(take.header)}`
  if ("cookie" in take) return `in the cookie ${JSON.stringify(take.cookie)}`
  return "pattern" in take ? "that matches the pattern" : `at ${JSON.stringify(take.json)}`
}
