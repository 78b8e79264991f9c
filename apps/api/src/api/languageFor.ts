import { Accounts } from "@mon/core-store"
import type { Language } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../auth/Caller.ts"

/**
 * Returns the language of texts for a caller: the language that the person has chosen, otherwise the browser's
 * language, as in the dashboard. For an API key, returns English.
 */
export const languageFor = ({ session, via }: Pick<Caller, "session" | "via">, chosen: Language | null): Language =>
  via === "session" ? (chosen ?? session?.language ?? "en") : "en"

/** Works like {@link languageFor}, but first reads the language that the caller has chosen. */
export const spokenLanguage = Effect.fnUntraced(function* (caller: Caller) {
  if (caller.via !== "session") return "en"
  const { language } = yield* (yield* Accounts).settings(caller.viewer)
  return languageFor(caller, language)
})

/**
 * Returns the language of a message that a request sends: the language that the person has chosen, even if the request
 * uses an API key.
 */
export const chosenLanguage = Effect.fnUntraced(function* ({ session, viewer }: Caller) {
  const { language } = yield* (yield* Accounts).settings(viewer)
  return language ?? session?.language ?? "en"
})
