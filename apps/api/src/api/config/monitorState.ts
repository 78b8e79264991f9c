import { kindOfSection, type MonitorSection, type ObjectFields } from "@mon/api-contract/config-file"
import { openCheck, openRequest } from "@mon/checks"
import { ConfigFiles, type ConfigMonitor, type Secrets } from "@mon/core-store"
import { mapSealed, monitorKindNames, monitorKinds, type SealedField, sealedField, sealedTexts } from "@mon/model"
import { Effect, Option } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type AccountObject, noParts } from "./AccountObject.ts"
import { nameIdentity } from "./alertState.ts"
import { type Names, sorted } from "./Names.ts"
import type { HashSecret } from "./secretHashes.ts"

/** Returns the value with sealed texts, decrypted. Null if there is none, or if its texts cannot be decrypted. */
const openValue = (accountKey: string, { check, request, url }: ConfigMonitor) =>
  Effect.map(
    Effect.option<unknown, unknown, Secrets>(
      check === null
        ? request === null
          ? Effect.succeed(null)
          : openRequest(accountKey, url, request)
        : openCheck(accountKey, url, check)
    ),
    Option.getOrNull
  )

/** Returns the secrets of a monitor by their place, such as "request.body". */
const openSecrets = Effect.fnUntraced(function* (accountKey: string, field: SealedField | null, row: ConfigMonitor) {
  if (field === null) return new Map<string, string>()
  const texts = sealedTexts(field.form, yield* openValue(accountKey, row))
  return new Map([...texts].map(([where, text]) => [`${field.name}.${where}`.toLowerCase(), text]))
})

/** The text that stands for a secret that none of the service's keys can decrypt. */
const UNREADABLE = `sealed:${"0".repeat(16)}`

const objectOf = Effect.fnUntraced(function* (
  { viewer }: Caller,
  hashSecret: HashSecret,
  section: MonitorSection,
  row: ConfigMonitor
) {
  const { check, dedupeKey, id, isPaused, request, tagIds, url } = row
  const { dependsOn, ...settings } = row.settings
  const kind = kindOfSection(section)
  const field = sealedField[kind]
  const hasUrl = monitorKinds[kind].address === "url"
  const plain = yield* openSecrets(viewer.accountKey, field, row)
  const hashed =
    field === null
      ? {}
      : {
          [field.name]: mapSealed(field.form, check ?? request, (_, where) => {
            const place = `${field.name}.${where}`
            const text = plain.get(place.toLowerCase())
            return text === undefined ? UNREADABLE : hashSecret(id, place, text)
          })
        }
  return {
    section,
    id,
    name: settings.name,
    identity: hasUrl ? dedupeKey : nameIdentity(settings.name),
    fixed: hasUrl ? { url } : {},
    plain,
    parts: noParts,
    fields: (names: Names): ObjectFields => ({
      ...settings,
      ...(hasUrl ? { url } : {}),
      ...hashed,
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
