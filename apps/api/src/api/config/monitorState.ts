import { kindOfSection, type MonitorSection, type ObjectFields } from "@mon/api-contract/config-file"
import { openRequest } from "@mon/checks"
import { ConfigFiles, type ConfigMonitor } from "@mon/core-store"
import { mapSealed, monitorKindNames, monitorKinds, requestFields } from "@mon/model"
import { Effect, Option } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type AccountObject, noParts } from "./AccountObject.ts"
import { nameIdentity } from "./alertState.ts"
import { type Names, sorted } from "./Names.ts"
import type { HashSecret } from "./secretHashes.ts"

const { form } = requestFields.request

/** Returns the secrets of a request by their place in it, or an empty map if they cannot be decrypted. */
const openTexts = Effect.fnUntraced(function* (accountKey: string, { sealed, url }: ConfigMonitor) {
  const texts = new Map<string, string>()
  if (sealed === null) return texts
  const open = Option.getOrNull(yield* Effect.option(openRequest(accountKey, url, sealed)))
  mapSealed(form, open, (text, where) => {
    texts.set(`request.${where}`.toLowerCase(), text)
    return text
  })
  return texts
})

/** The text that stands for a secret that none of the service's keys can decrypt. */
const UNREADABLE = `sealed:${"0".repeat(16)}`

const objectOf = Effect.fnUntraced(function* (
  { viewer }: Caller,
  hashSecret: HashSecret,
  section: MonitorSection,
  row: ConfigMonitor
) {
  const { dedupeKey, id, isPaused, sealed, tagIds, url } = row
  const { dependsOn, ...settings } = row.settings
  const { isRequested } = monitorKinds[kindOfSection(section)]
  const plain = yield* openTexts(viewer.accountKey, row)
  const request = mapSealed(form, sealed, (_, where) => {
    const text = plain.get(`request.${where}`.toLowerCase())
    return text === undefined ? UNREADABLE : hashSecret(id, `request.${where}`, text)
  })
  return {
    section,
    id,
    name: settings.name,
    identity: isRequested ? dedupeKey : nameIdentity(settings.name),
    fixed: isRequested ? { url } : {},
    plain,
    parts: noParts,
    fields: (names: Names): ObjectFields => ({
      ...settings,
      ...(isRequested ? { url, request } : {}),
      tags: sorted(tagIds.map(names.tag)),
      dependsOn: sorted(dependsOn.map(names.monitor)),
      paused: isPaused
    })
  } satisfies AccountObject
})

/** Returns the monitors of an account by kind, oldest first. */
export const monitorObjects = Effect.fnUntraced(function* (caller: Caller, hashSecret: HashSecret) {
  const files = yield* ConfigFiles
  const objects = yield* Effect.forEach(monitorKindNames, (kind) =>
    Effect.flatMap(files.monitors(caller.viewer, kind), (rows) =>
      Effect.forEach(rows, (row) => objectOf(caller, hashSecret, monitorKinds[kind].plural, row))
    )
  )
  return objects.flat()
})
