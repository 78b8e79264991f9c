import {
  ConfigDocument,
  type ConfigPath,
  configLimits,
  mapChannelSecrets,
  mapRequestSecrets,
  monitorSections,
  pathText,
  readConfig,
  variablesIn
} from "@mon/api-contract/config-file"
import { messages } from "@mon/api-contract"
import { Option, Schema } from "effect"
import { deflateRawSync, inflateRawSync } from "node:zlib"
import { type FileObject, objectsOf } from "./payloads.ts"
import { OBJECTS_PER_TURN } from "../turns.ts"

/** The position at which an object of a file begins, and the lines of its fields. */
export interface ObjectPosition {
  readonly line: number
  readonly column: number
  readonly fields: Readonly<Record<string, number>>
}

/** Something that is wrong with a file. */
export interface FileFault {
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** An object of a file with its place in it. A stored file has no places. */
export interface PlacedObject {
  readonly object: FileObject
  readonly position: ObjectPosition | null
}

/**
 * A file on its way out of a thread. Objects travel as texts, because a large value that is copied between threads
 * delays the event loop until all of it is there.
 */
export interface FileTexts {
  readonly project: string
  readonly addOnly: boolean
  /** The file as a plan stores it: compressed JSON. A large text would delay the event loop when it is encrypted. */
  readonly document: string
  /** JSON of the defaults of the file, which would make the texts of small objects large. */
  readonly defaults: string
  /** JSON of {@link PlacedObject}s without these defaults, at most {@link OBJECTS_PER_TURN} in each text. */
  readonly objects: ReadonlyArray<string>
}

/** A file that was read, or all that is wrong with it. */
export type FileReading =
  | { readonly ok: true; readonly file: FileTexts }
  | { readonly ok: false; readonly faults: ReadonlyArray<FileFault> }

interface SecretText {
  readonly path: ConfigPath
  readonly text: string
}

/** All secrets of a file. */
const secretsOf = ({ channels, defaults, statusPages, ...document }: ConfigDocument): ReadonlyArray<SecretText> => {
  const found: Array<SecretText> = []
  const note = (path: ConfigPath) => (text: string, names: ConfigPath) => {
    found.push({ path: [...path, ...names], text })
    return text
  }
  for (const section of monitorSections) {
    for (const [key, { request }] of Object.entries(document[section] ?? {}))
      mapRequestSecrets(request, note([section, key, "request"]))
    mapRequestSecrets(defaults?.[section]?.request, note(["defaults", section, "request"]))
  }
  for (const [key, channel] of Object.entries(channels ?? {})) mapChannelSecrets(channel, note(["channels", key]))
  for (const [key, { password }] of Object.entries(statusPages ?? {}))
    if (typeof password === "string") found.push({ path: ["statusPages", key, "password"], text: password })
  return found
}

/** A large file takes longer to write than to compress at the lowest level. */
const LEVEL = 1

const packed = (json: string): string => deflateRawSync(json, { level: LEVEL }).toString("base64")

/** The former release stored plans as plain JSON. */
const unpacked = (stored: string): string =>
  stored.startsWith("{") ? stored : inflateRawSync(Buffer.from(stored, "base64")).toString()

const textsOf = (document: ConfigDocument, positionOf: (object: FileObject) => ObjectPosition | null): FileTexts => {
  const placed = objectsOf(document).map((object): PlacedObject => ({ object, position: positionOf(object) }))
  const objects: Array<string> = []
  for (let from = 0; from < placed.length; from += OBJECTS_PER_TURN)
    objects.push(JSON.stringify(placed.slice(from, from + OBJECTS_PER_TURN)))
  return {
    project: document.project,
    addOnly: document.addOnly ?? false,
    document: packed(JSON.stringify(document)),
    defaults: JSON.stringify(document.defaults ?? {}),
    objects
  }
}

/** Reads a configuration file, in a thread: a large one takes hundreds of milliseconds. */
export const readFile = (source: string): FileReading => {
  const reading = readConfig(source)
  if (!reading.ok) return reading
  const { document, positionOf } = reading
  const faults = secretsOf(document).flatMap(({ path, text }) =>
    variablesIn(text).map((name) => {
      const { column, line } = positionOf(path)
      return { path: pathText(path), line, column, message: messages.configVariable(name, line, column) }
    })
  )
  if (faults.length > 0) return { ok: false, faults }
  const file = textsOf(document, ({ key, section }) => {
    const entries: Readonly<Record<string, object>> = document[section] ?? {}
    const fields = Object.hasOwn(entries, key) ? Object.keys(entries[key] ?? {}) : []
    const lines = fields.map((field) => [field, positionOf([section, key, field]).line])
    return { ...positionOf([section, key]), fields: Object.fromEntries(lines) }
  })
  return { ok: true, file }
}

const decodeDocument = Schema.decodeUnknownOption(
  Schema.fromJsonString(ConfigDocument as unknown as Schema.Codec<ConfigDocument>)
)

/** Decodes the stored file of a plan, in a thread as well. Null: this release cannot read it. */
export const openFile = (text: string): FileTexts | null =>
  Option.getOrNull(Option.map(decodeDocument(unpacked(text)), (document) => textsOf(document, () => null)))

/**
 * A file of the largest size takes seconds. A busy machine may be ten times slower, and the first file waits until the
 * thread has loaded its modules.
 */
export const READ_DEADLINE_MS = 30_000

/** In bytes of UTF-8. */
export const DOCUMENT_BYTES = configLimits.bytes
