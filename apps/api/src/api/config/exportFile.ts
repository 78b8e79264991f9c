import { BadRequest, type ConfigFormat, messages } from "@mon/api-contract"
import {
  ConfigDocument,
  fieldValue,
  type ObjectFields,
  ofMonitorSections,
  type Section,
  sections,
  writeConfig
} from "@mon/api-contract/config-file"
import { defaultsOf, monitorFields, tagLimits } from "@mon/model"
import { Effect, Schema } from "effect"
import { type Caller, adminOnly } from "../../auth/Caller.ts"
import { CONFIG_SCHEMA_PATH, PublicUrl } from "../../PublicUrl.ts"
import { PlainText } from "../../http/HttpResponse.ts"
import { type OwnedObject, readAccount } from "./accountState.ts"
import { keysOf, namesOf } from "./Names.ts"

/** The name of the first project of an account. */
const FIRST_PROJECT = "mon"

const PROJECT = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/u

/** The default values that a file can omit, by section. */
const implied: Readonly<Record<Section, ObjectFields>> = {
  tags: { color: tagLimits.color },
  ...ofMonitorSections((kind) => ({
    ...defaultsOf(monitorFields[kind]),
    request: null,
    checkInterval: undefined,
    // The default of a service depends on its type.
    ...(kind === "service" ? { timeoutSeconds: undefined } : {}),
    paused: false,
    tags: [],
    dependsOn: []
  })),
  channels: { inDefaultRoute: true, quietHours: null, isActive: true },
  onCallSchedules: { mode: "layered" },
  routes: {
    kinds: [],
    severities: [],
    monitors: [],
    tags: [],
    reminderMinutes: null,
    repeat: null,
    fallback: []
  },
  maintenanceWindows: { recurrence: null, wholeAccount: false, published: true, monitors: [], tags: [] },
  statusPages: {
    description: null,
    headerColor: null,
    links: [],
    password: null,
    emailDomains: [],
    groups: [],
    components: []
  },
  scheduledReports: { tag: null, targetPercent: null }
}

/**
 * Returns the values that a file can omit. The default scope of a route is `chosen` if the route has monitors or tags,
 * otherwise `all`.
 */
const impliedIn = (section: Section, fields: ObjectFields): ObjectFields => {
  if (section !== "routes") return implied[section]
  const hasNone = isSame(fields["monitors"], []) && isSame(fields["tags"], [])
  return { ...implied[section], scope: hasNone ? "all" : "chosen" }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isKeyed = (value: unknown): value is ReadonlyArray<{ readonly key: string }> =>
  Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && "key" in item)

/**
 * Returns the file's entry for an object. Groups and components are lists in the account, but objects by key in the
 * file.
 */
const entryOf = (section: Section, fields: ObjectFields): object => {
  const omitted = impliedIn(section, fields)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => !isSame(fieldValue(omitted, field), value))
      .map(([field, value]) => [
        field,
        section === "statusPages" && isKeyed(value)
          ? Object.fromEntries(value.map(({ key, ...part }) => [key, part]))
          : value
      ])
  )
}

/** Returns the file of a project. It contains the project's own objects, and the objects that no file contains. */
const documentOf = (project: string, objects: ReadonlyArray<OwnedObject>): unknown => {
  const keys = keysOf(project, objects, [])
  const names = namesOf(keys)
  const exported = objects.filter(({ owner }) => owner === null || owner.project === project)
  const found = sections.map((section) => [
    section,
    Object.fromEntries(
      exported
        .filter((object) => object.section === section)
        .map((object) => [keys.get(object.id) ?? object.id, entryOf(section, object.fields(names))])
    )
  ])
  return { version: 1, project, ...Object.fromEntries(found) }
}

const projectOf = Effect.fnUntraced(function* (wanted: string | undefined, objects: ReadonlyArray<OwnedObject>) {
  if (wanted !== undefined)
    return PROJECT.test(wanted) ? wanted : yield* new BadRequest({ message: messages.configProjectName })
  const projects = [...new Set(objects.flatMap(({ owner }) => owner?.project ?? []))]
  if (projects.length > 1) return yield* new BadRequest({ message: messages.configProject(projects) })
  return projects[0] ?? FIRST_PROJECT
})

const decodeDocument = Schema.decodeUnknownEffect(ConfigDocument as unknown as Schema.Codec<ConfigDocument>)

const mediaTypes: Readonly<Record<ConfigFormat, string>> = {
  yaml: "application/yaml; charset=utf-8",
  json: "application/json; charset=utf-8"
}

interface ExportQuery {
  readonly format?: ConfigFormat
  readonly project?: string
}

export const exportFile = Effect.fn("exportConfig")(function* (
  caller: Caller,
  { format = "yaml", project }: ExportQuery
) {
  yield* adminOnly(caller)
  const objects = yield* readAccount(caller)
  const document = documentOf(yield* projectOf(project, objects), objects)
  const schemaUrl = (yield* PublicUrl).base() + CONFIG_SCHEMA_PATH
  const text = writeConfig(yield* Effect.orDie(decodeDocument(document)), { format, schemaUrl })
  return new PlainText(mediaTypes[format], text)
})
