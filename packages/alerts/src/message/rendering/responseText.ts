import type { Fault } from "@mon/model/facts"
import { oneLine } from "../ForeignText.ts"
import { sentence } from "../Notice.ts"
import type { Words } from "../words/en.ts"
import { wordFor } from "../words/wordFor.ts"

const REASON_CHARACTERS = 300

export const statusText = (code: number): string => {
  // Importing node:http would also load its WebSocket, which takes longer than loading this whole package.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[code]
  return name === undefined ? `HTTP ${code}` : `HTTP ${code} ${name}`
}

export const reasonText = (error: Fault | null, statusCode: number | null, words: Words): string => {
  const reason = wordFor(words.faults, error?.code ?? "") ?? oneLine(error?.message ?? "", REASON_CHARACTERS)
  if (error?.code === "http_status" && statusCode !== null && words.language !== "en")
    return words.answered(statusText(statusCode))
  if (reason !== "") return sentence(reason)
  return statusCode === null ? words.failed : words.answered(statusText(statusCode))
}
