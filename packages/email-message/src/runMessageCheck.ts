// The check itself, loaded with the first one: nothing else of the package needs Effect.
import { makeUdpResolver, makeZoneResolver, type Resolver } from "@mon/dns/effect"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { CheckOptions } from "./CheckOptions.ts"
import { makeEmailMessage } from "./EmailMessage.ts"
import type { MessageReport } from "./MessageReport.ts"

/** {@link checkMessage}, with arguments that have been checked. */
export const runMessageCheck = async (message: Uint8Array | string, options: CheckOptions): Promise<MessageReport> => {
  const { servers, signal, zone } = options
  const check = (resolver: Resolver) => makeEmailMessage(resolver, options).check(message, options)
  const program =
    zone === undefined
      ? Effect.scoped(Effect.flatMap(makeUdpResolver(servers === undefined ? {} : { servers }), check))
      : check(makeZoneResolver(zone))
  if (signal === undefined) return Effect.runPromise(program)
  const exit = await Effect.runPromiseExit(program, { signal })
  if (signal.aborted && Exit.hasInterrupts(exit)) throw signal.reason
  return Effect.runPromise(exit)
}
