import { anything, argumentsOf, aString, listOf, oneOf, optional, optionsOf, whole } from "@mon/bundled/arguments"
import { open, readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { readZip } from "./archive/readZip.ts"
import { readTables } from "./database/readTables.ts"
import { type ImportedFiles, importedFiles } from "./importedFiles.ts"
import type { ImportInput, ImportOptions } from "./importMonitors.ts"
import type { ImportedOnCall, OnCallSource } from "./on-call/ImportedOnCall.ts"
import { detectOnCallSource } from "./on-call/detectOnCallSource.ts"
import { importOnCall, type OnCallImportOptions } from "./on-call/importOnCall.ts"
import { onCallDocument, type OnCallDocument, type OnCallDocumentOptions } from "./on-call/onCallDocument.ts"
import { writeConfig } from "@mon/api-contract/config-file"
import { readingLimits } from "./reading/readJson.ts"
import { UnreadableSource } from "./reading/UnreadableSource.ts"
import type { ImportSource } from "./sources.ts"

const acceptImportFiles = /* @__PURE__ */ argumentsOf("importFiles", () => ({
  source: aString,
  paths: listOf(aString),
  options: optional(anything)
}))

/** The first bytes of an SQLite database (sqlite.org/fileformat.html, section 1.3). */
const DATABASE = "SQLite format 3\u0000"

/** The first bytes of a zip archive (APPNOTE.TXT 6.3.10, section 4.3.7). */
const ARCHIVE = "PK\u0003\u0004"

/** Reads a text file. Refuses bytes that are not UTF-8, because wrong characters would otherwise go unnoticed. */
const readText = async (path: string): Promise<string> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > readingLimits.bytes) throw new UnreadableSource(`${path} has more than ${readingLimits.bytes} bytes.`)
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile())
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableSource(`${path} is not UTF-8 text.`)
    throw error
  } finally {
    await file.close()
  }
}

const startsWith = async (path: string, text: string): Promise<boolean> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(text.length), 0, text.length, 0)
    return buffer.toString("latin1", 0, bytesRead) === text
  } finally {
    await file.close()
  }
}

const READ_IN_FOLDERS = /\.(?:ya?ml|json|csv|txt)$/iu
const FILES_OF_FOLDER = 1_000

const filesOfFolder = async (path: string, pattern: RegExp, recursive: boolean): Promise<ReadonlyArray<string>> => {
  const found = (await readdir(path, { withFileTypes: true, recursive }))
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map(({ name, parentPath }) => join(parentPath, name))
    .toSorted()
  if (found.length > FILES_OF_FOLDER) throw new UnreadableSource(`${path} has more than ${FILES_OF_FOLDER} files.`)
  return found
}

const inputOf = async (paths: ReadonlyArray<string>): Promise<ImportInput> => {
  const files = new Map<string, string>()
  for (const path of paths) {
    const found = (await stat(path)).isDirectory() ? await filesOfFolder(path, READ_IN_FOLDERS, false) : [path]
    for (const one of found) {
      if (await startsWith(one, DATABASE)) {
        if (paths.length > 1) throw new UnreadableSource(`${one} is a database: import it on its own.`)
        return { tables: await readTables(one) }
      }
      if (await startsWith(one, ARCHIVE)) {
        for (const [name, text] of await readZip(one, (entry) => entry.endsWith(".json"))) files.set(name, text)
      } else files.set(one, await readText(one))
    }
  }
  return files
}

const faultCodes: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "cannot be read: permission denied",
  ENOTDIR: "does not exist"
}

const messageOf = (error: unknown): string => {
  if (error instanceof UnreadableSource) return error.message
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) throw error
  const known = Object.hasOwn(faultCodes, String(error.code)) ? faultCodes[String(error.code)] : undefined
  if (known === undefined) throw error
  return `${String(error.path)} ${known}.`
}

/**
 * Imports files: text files, folders with text files, a backup of changedetection.io (zip), or a database of Uptime
 * Kuma. Does not write the imported files: the result contains their texts. Copies a database, and reads the copy in a
 * separate process.
 */
export const importFiles = async (
  source: ImportSource,
  paths: ReadonlyArray<string>,
  options: ImportOptions = {}
): Promise<ImportedFiles> => {
  acceptImportFiles(source, paths, options)
  let input: ImportInput
  try {
    input = await inputOf(paths)
  } catch (error) {
    return { ok: false, message: messageOf(error) }
  }
  return importedFiles(source, input, options)
}

const acceptImportOnCallConfig = /* @__PURE__ */ argumentsOf("importOnCallConfig", () => ({
  paths: listOf(aString),
  options: optional(
    optionsOf<OnCallDocumentOptions & OnCallImportOptions>({
      project: optional(aString),
      plan: optional(oneOf("free", "pro", "agency")),
      now: optional(whole(0, 8.64e15))
    })
  )
}))

const acceptImportOnCallFiles = /* @__PURE__ */ argumentsOf("importOnCallFiles", () => ({
  source: aString,
  paths: listOf(aString),
  options: optional(anything)
}))

const onCallTexts = async (paths: ReadonlyArray<string>): Promise<ReadonlyMap<string, string>> => {
  const files = new Map<string, string>()
  for (const path of paths) {
    const found = (await stat(path)).isDirectory() ? await filesOfFolder(path, /\.json$/iu, true) : [path]
    for (const one of found) {
      if (await startsWith(one, ARCHIVE))
        for (const [name, text] of await readZip(one, (entry) => entry.endsWith(".json"))) files.set(name, text)
      else files.set(one, await readText(one))
    }
  }
  return files
}

/**
 * Imports on-call schedules and escalations from files, like `importOnCall` of `@mon/import/on-call`: JSON files,
 * folders that contain JSON files in any depth, and zip archives of them, such as the configuration backup of Opsgenie.
 * If a file cannot be read, the result contains a message.
 *
 * @throws TypeError if an argument is wrong.
 */
export const importOnCallFiles = async (
  source: OnCallSource,
  paths: ReadonlyArray<string>,
  options: OnCallImportOptions = {}
): Promise<ImportedOnCall> => {
  acceptImportOnCallFiles(source, paths, options)
  let files: ReadonlyMap<string, string>
  try {
    files = await onCallTexts(paths)
  } catch (error) {
    return { ok: false, message: messageOf(error) }
  }
  return importOnCall(source, files, options)
}

/** The configuration file with on-call schedules and routes, or a message about the reason why there is none. */
export type OnCallConfig =
  | (Extract<OnCallDocument, { readonly ok: true }> & {
      /** The text of the configuration file. */
      readonly config: string
    })
  | { readonly ok: false; readonly message: string }

const UNKNOWN = "The files are no export of on-call schedules from PagerDuty, Opsgenie or Grafana OnCall."

/**
 * Turns the on-call schedules and escalations in files into a configuration file, like `importOnCallFiles`. Finds out
 * which tool exported the files. A configuration file has no overrides, so the report lists them as left out.
 *
 * @throws TypeError if an argument is wrong.
 */
export const importOnCallConfig = async (
  paths: ReadonlyArray<string>,
  options: OnCallDocumentOptions & OnCallImportOptions = {}
): Promise<OnCallConfig> => {
  acceptImportOnCallConfig(paths, options)
  const { now, ...rest } = options
  let files: ReadonlyMap<string, string>
  try {
    files = await onCallTexts(paths)
  } catch (error) {
    return { ok: false, message: messageOf(error) }
  }
  const found = new Set([...files.values()].flatMap((text) => detectOnCallSource(text) ?? []))
  const [source, ...others] = found
  if (source === undefined) return { ok: false, message: UNKNOWN }
  if (others.length > 0)
    return { ok: false, message: `The files are from several tools: ${[...found].join(", ")}. Import each on its own.` }
  const imported = importOnCall(source, files, now === undefined ? {} : { now })
  const result = imported.ok ? onCallDocument(imported, rest) : imported
  return result.ok ? { ...result, config: writeConfig(result.document) } : result
}
