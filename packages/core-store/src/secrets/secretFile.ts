import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname } from "node:path"

const SECRET_BYTES = 32

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

const read = (file: string): Promise<string | undefined> =>
  readFile(file, "utf8").then(
    (text) => text.trim(),
    (cause: unknown) => {
      if (codeOf(cause) === "ENOENT") return undefined
      throw cause
    }
  )

/**
 * Reads the secrets in a file, as a comma-separated list. If the file does not exist, creates it (mode 600) with one
 * random secret. If several processes start at the same time, all get the same secret. Rejects with the error of the
 * system.
 */
export const readOrMakeSecretFile = async (file: string): Promise<string> => {
  const present = await read(file)
  if (present !== undefined) return present
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${randomBytes(6).toString("hex")}`
  await writeFile(temporary, `${randomBytes(SECRET_BYTES).toString("base64url")}\n`, { mode: 0o600, flag: "wx" })
  try {
    await link(temporary, file)
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
  } finally {
    await rm(temporary, { force: true })
  }
  return (await read(file)) ?? ""
}
