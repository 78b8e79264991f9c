import { Accounts } from "@mon/core-store"
import type { Language } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"

/**
 * The language of texts for a caller: the one that the person has chosen, or else the browser's, as on the screens of
 * the dashboard. Programs read English.
 */
export const languageFor = ({ session, via }: Pick<Caller, "session" | "via">, chosen: Language | null): Language =>
  via === "session" ? (chosen ?? session?.language ?? "en") : "en"

/** The same for a caller whose choice has not been read yet. */
export const spokenLanguage = Effect.fnUntraced(function* (caller: Caller) {
  if (caller.via !== "session") return "en"
  const { language } = yield* (yield* Accounts).settings(caller.viewer)
  return languageFor(caller, language)
})
