// The check itself, loaded with the first one: nothing else of the entry point needs Effect.
import { withResolver } from "../withResolver.ts"
import type { CheckOptions } from "./CheckOptions.ts"
import { makeEmailMessage } from "./EmailMessage.ts"
import type { MessageReport } from "./MessageReport.ts"

/** {@link checkMessage}, with arguments that have been checked. */
export const runMessageCheck = (message: Uint8Array | string, options: CheckOptions): Promise<MessageReport> =>
  withResolver(options, (resolver) => makeEmailMessage(resolver, options).check(message, options))
