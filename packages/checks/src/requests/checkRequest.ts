import type { CheckOptions, SecretError, Secrets } from "@mon/core-store"
import * as Effect from "effect/Effect"
import { plainRequest, type TimedRequest } from "./plainRequest.ts"
import { openRequest } from "./sealedRequest.ts"

/** The settings of a monitor whose check may be made. */
export interface CheckedTarget extends Omit<CheckOptions, "stopped"> {
  readonly accountKey: string
  readonly url: string
  readonly timeoutMs: number
}

/** The request of a check, with the credentials of the monitor. */
export const checkRequest = Effect.fnUntraced(function* ({
  accountKey,
  request,
  url,
  ...target
}: CheckedTarget): Effect.fn.Return<TimedRequest, SecretError, Secrets> {
  const opened = request === null ? null : yield* openRequest(accountKey, url, request)
  return plainRequest({ ...target, url, request: opened })
})

/** The message if a monitor cannot be checked because its stored credentials cannot be decrypted. */
export const UNREADABLE = "The stored request cannot be read with MON_SECRET. Enter its headers and credentials again."
