import type { Fault } from "@mon/model/facts"
import { STATUS_CODES } from "node:http"
import { oneLine } from "../ForeignText.ts"
import { sentence } from "../Sentence.ts"

const REASON_CHARACTERS = 300

/** An HTTP status with its name. */
export const statusText = (code: number): string =>
  `HTTP ${code}${STATUS_CODES[code] === undefined ? "" : ` ${STATUS_CODES[code]}`}`

/** Why a check failed, as a sentence. */
export const reasonText = (error: Fault | null, statusCode: number | null): string => {
  const reason = oneLine(error?.message ?? "", REASON_CHARACTERS)
  if (reason !== "") return sentence(reason)
  return statusCode === null ? "The check failed." : `The server answered with ${statusText(statusCode)}.`
}
