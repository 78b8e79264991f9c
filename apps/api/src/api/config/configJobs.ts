import {
  ConfigDocument,
  type ConfigPath,
  configLimits,
  mapChannelSecrets,
  mapMonitorSecrets,
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

export interface ObjectPosition {
  readonly line: number
  readonly column: number
  readonly fields: Readonly<Record<string, number>>
}

export interface FileFault {
  readonly path: string
  readonly line: number | null
  readonly column: number | null
  readonly message: string
}

/** An object in a file, with its position. In a stored file, objects have no position. */
export interface PlacedObject {
  readonly object: FileObject
  readonly position: ObjectPosition | null
}

/**
 * A file in the form in which a thread returns it. Objects are JSON texts, because copying a large value between
 * threads blocks the event loop until the copy is complete.
 */
export interface FileTexts {
  readonly project: string
  readonly addOnly: boolean
  /**
   * The form in which a plan stores the file. It is compressed JSON, because encrypting a large text would delay the
   * event loop.
   */
  readonly document: string
  /**
   * The file's defaults as JSON. The defaults are separate, because they would make the text of each small object
   * large.
   */
  readonly defaults: string
  /** JSON of {@link PlacedObject}s without the defaults. Each text has at most {@link OBJECTS_PER_TURN} objects. */
  readonly objects: ReadonlyArray<string>
}

export type FileReading =
  | { readonly ok: true; readonly file: FileTexts }
  | { readonly ok: false; readonly faults: ReadonlyArray<FileFault> }

interface SecretText {
  readonly path: ConfigPath
  readonly text: string
}

const secretsOf = ({ channels, defaults, statusPages, ...document }: ConfigDocument): ReadonlyArray<SecretText> => {
  const found: Array<SecretText> = []
  const note = (path: ConfigPath) => (text: string, names: ConfigPath) => {
    found.push({ path: [...path, ...names], text })
    return text
  }
  for (const section of monitorSections) {
    for (const [key, monitor] of Object.entries<object>(document[section] ?? {}))
      mapMonitorSecrets(section, monitor, note([section, key]))
    mapMonitorSecrets(section, defaults?.[section] ?? {}, note(["defaults", section]))
  }
  for (const [key, channel] of Object.entries(channels ?? {})) mapChannelSecrets(channel, note(["channels", key]))
  for (const [key, { password }] of Object.entries(statusPages ?? {}))
    if (typeof password === "string") found.push({ path: ["statusPages", key, "password"], text: password })
  return found
}

/** The compression level. Storing a large uncompressed file takes longer than compressing it at the lowest level. */
const LEVEL = 1

const packed = (json: string): string => deflateRawSync(json, { level: LEVEL }).toString("base64")

/** Decompresses a stored file. A file that the previous release stored is plain JSON. */
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

/** Reads a configuration file. Runs in a thread, because a large file takes hundreds of milliseconds. */
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

/** Decodes the stored file of a plan, in a thread. Returns null if this release cannot read it. */
export const openFile = (text: string): FileTexts | null =>
  Option.getOrNull(Option.map(decodeDocument(unpacked(text)), (document) => textsOf(document, () => null)))

/**
 * The time limit for reading a file, in milliseconds. The largest file takes seconds, a busy machine can be ten times
 * slower, and the first file also waits until the thread has loaded its modules.
 */
export const READ_DEADLINE_MS = 30_000

export const DOCUMENT_BYTES = configLimits.bytes
