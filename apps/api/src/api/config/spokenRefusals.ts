import { describeChannel, translateChannel } from "@mon/alerts/channels"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { ofKind } from "../channels/settings.ts"
import { spokenLanguage } from "../languageFor.ts"
import type { Refused } from "./compareFile.ts"
import type { ConfigFile } from "./readFile.ts"

const ABOUT_SETTING = /^settings\.(\w+): /u

/** What channels expect of their settings, in the language of the caller. The screen knows all other sentences. */
export const spokenRefusals = Effect.fnUntraced(function* (
  caller: Caller,
  { objects }: Pick<ConfigFile, "objects">,
  refused: ReadonlyArray<Refused>
) {
  const language = yield* spokenLanguage(caller)
  const kinds = new Map(
    objects.flatMap((object) => (object.section === "channels" ? [[object.key, object.entry.kind] as const] : []))
  )
  return refused.map((one): Refused => {
    const [start, name] = ABOUT_SETTING.exec(one.error.message) ?? []
    const kind = one.section === "channels" ? kinds.get(one.key) : undefined
    if (start === undefined || kind === undefined || language === "en") return one
    const { fields } = translateChannel(describeChannel(ofKind(kind)), language)
    const said = fields.find((field) => field.name === name)?.message
    return said === undefined ? one : { ...one, error: new Error(`${start}${said}`) }
  })
})
