import { CommandError } from "@mon/bundled/command-line"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { CliTerminal } from "../CliTerminal.ts"

export interface Login {
  readonly url: string
  readonly apiKey: string
}

type Place = Pick<CliTerminal, "env" | "home" | "platform">

const folderOf = ({ env, home, platform }: Place): string => {
  const { APPDATA: appData, XDG_CONFIG_HOME: xdg } = env
  if (xdg !== undefined && xdg !== "") return join(xdg, "mon")
  if (platform === "win32") return join(appData ?? join(home, "AppData", "Roaming"), "mon")
  if (platform === "darwin") return join(home, "Library", "Application Support", "mon")
  return join(home, ".config", "mon")
}

/** Returns the path of the login file: in the platform's folder for settings, or in XDG_CONFIG_HOME. */
export const loginFile = (place: Place): string => join(folderOf(place), "login.json")

const OTHERS = 0o077
const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code

const readText = (file: string, { platform }: Place): string | null => {
  try {
    const isOpen = platform !== "win32" && (statSync(file).mode & OTHERS) !== 0
    if (isOpen)
      throw new CommandError(`Other users can read ${file}, which contains an API key. Run: chmod 600 '${file}'`)
    return readFileSync(file, "utf8")
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return null
    throw error instanceof CommandError ? error : new CommandError(`${file} cannot be read: ${String(error)}`)
  }
}

export const readLogin = (place: Place): Login | null => {
  const file = loginFile(place)
  const text = readText(file, place)
  if (text === null) return null
  try {
    const { apiKey, url } = JSON.parse(text) as Readonly<Record<string, unknown>>
    if (typeof url === "string" && typeof apiKey === "string") return { url, apiKey }
  } catch {
    // The error message below also covers invalid JSON.
  }
  throw new CommandError(`${file} is not a login file. Run "mon login" to write it again.`)
}

/** Stores a login in a file that only its owner can read. If this fails, the old file does not change. */
export const writeLogin = (place: Place, login: Login): void => {
  const file = loginFile(place)
  const fresh = `${file}.${process.pid}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
    writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: PRIVATE_FILE, flag: "wx" })
    chmodSync(fresh, PRIVATE_FILE)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const deleteLogin = (place: Place): boolean => {
  try {
    rmSync(loginFile(place))
    return true
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false
    throw new CommandError(`${loginFile(place)} cannot be deleted: ${String(error)}`)
  }
}
