// This module is loaded on the first check, because nothing else in the entry point needs Effect.
import { withResolver } from "../withResolver.ts"
import type { CheckOptions } from "./CheckOptions.ts"
import { makeEmailMessage } from "./EmailMessage.ts"
import type { MessageReport } from "./MessageReport.ts"

/** Runs {@link checkMessage} with arguments that have been checked. */
export const runMessageCheck = (message: Uint8Array | string, options: CheckOptions): Promise<MessageReport> =>
  withResolver(options, (resolver) => makeEmailMessage(resolver, options).check(message, options))
