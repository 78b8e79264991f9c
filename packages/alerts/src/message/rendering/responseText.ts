import type { Fault } from "@mon/model/facts"
import { oneLine } from "../ForeignText.ts"
import { sentence } from "../Sentence.ts"

const REASON_CHARACTERS = 300

/** An HTTP status with its name. */
export const statusText = (code: number): string => {
  // An import of node:http would also load its WebSocket, which takes longer than this whole package.
  const name = process.getBuiltinModule("node:http").STATUS_CODES[code]
  return name === undefined ? `HTTP ${code}` : `HTTP ${code} ${name}`
}

/** Why a check failed, as a sentence. */
export const reasonText = (error: Fault | null, statusCode: number | null): string => {
  const reason = oneLine(error?.message ?? "", REASON_CHARACTERS)
  if (reason !== "") return sentence(reason)
  return statusCode === null ? "The check failed." : `The server answered with ${statusText(statusCode)}.`
}
