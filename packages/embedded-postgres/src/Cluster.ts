import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Binaries } from "./Binaries.ts"
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts"
import { type Home, makePassword, readPassword } from "./Home.ts"
import { creatorOf, giveTo, reach, type ServerUser } from "./ServerUser.ts"

/** The name of the server's only user. */
export const USER = "mon"

const majorOf = (version: string): number => Number.parseInt(version, 10)

/** The environment variables of the child processes. The list contains only the variables that the programs need. */
export const environment = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

/**
 * Returns the major version of the data; undefined if there is no data yet. Rejects if the programs cannot read data of
 * this version.
 */
export const checkVersion = async (
  { data }: Home,
  binaries: Pick<Binaries, "version">
): Promise<number | undefined> => {
  const text = await readFile(join(data, "PG_VERSION"), "utf8").catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
    throw new EmbeddedPostgresError({
      reason: "DataDirectory",
      message:
        `The database in ${data} belongs to another user. Start as that user or as root, or set MON_DATA_DIR to ` +
        "another directory.",
      cause
    })
  })
  if (text === undefined) return undefined
  const found = majorOf(text)
  const wanted = majorOf(binaries.version)
  if (found === wanted) return found
  throw new EmbeddedPostgresError({
    reason: "VersionMismatch",
    message:
      `The data in ${data} was created by PostgreSQL ${text.trim()}, but this version of Mon contains PostgreSQL ${wanted}. ` +
      "Go back to the previous version of Mon and run `mon-server backup`; then start this one with an empty MON_DATA_DIR and run `mon-server restore`."
  })
}

const MAX_OUTPUT_BYTES = 64 * 1024

const finish = (child: ChildProcess): Promise<{ readonly code: number | null; readonly output: string }> =>
  new Promise((resolve, reject) => {
    let output = ""
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString("utf8")).slice(-MAX_OUTPUT_BYTES)
    }
    child.stdout?.on("data", collect)
    child.stderr?.on("data", collect)
    child.once("error", reject)
    child.once("close", (code) => resolve({ code, output: output.trim() }))
  })

// initdb fails if the user that runs it has no name.
const hintOf = (output: string): string =>
  output.includes("could not look up effective user ID")
    ? " PostgreSQL creates data only for a user that has a name. Add a name for this user number to /etc/passwd, or set MON_DATABASE_URL."
    : ""

const sweep = async (home: Home): Promise<void> => {
  for (const name of await readdir(home.folder)) {
    if (name.startsWith("init-")) await rm(join(home.folder, name), { recursive: true, force: true })
  }
}

/**
 * Creates the data directory and the password. Renames the directory to its final name only when it is complete, so
 * that a killed process leaves no partial data. Call it only while holding the start lock.
 */
export const create = async (home: Home, binaries: Binaries, user: ServerUser, durable: boolean): Promise<void> => {
  await sweep(home)
  const workshop = join(home.folder, `init-${randomBytes(6).toString("hex")}`)
  const password = (await readPassword(home)) ?? (await makePassword(home))
  await mkdir(workshop, { mode: 0o700 })
  await mkdir(join(workshop, "data"), { mode: 0o700 })
  await writeFile(join(workshop, "password"), password, { mode: 0o600 })
  const creator = await creatorOf(user)
  if (creator !== undefined) {
    for (const name of ["password", "data", ""]) await chown(join(workshop, name), creator.uid, creator.gid)
  }
  const { handle, path } = await reach(workshop, creator)
  try {
    const options: SpawnOptions = {
      ...creator,
      cwd: "/",
      env: environment,
      stdio: ["ignore", "pipe", "pipe", ...(handle === undefined ? [] : [handle.fd])]
    }
    const { code, output } = await finish(
      spawn(
        binaries.initdb,
        [
          `--pgdata=${path}/data`,
          `--username=${USER}`,
          `--pwfile=${path}/password`,
          "--auth=scram-sha-256",
          "--encoding=UTF8",
          "--locale=C",
          // Sort order and letter case must be the same on every machine, regardless of its C library.
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
          "--no-instructions",
          ...(durable ? [] : ["--no-sync"])
        ],
        options
      )
    )
    if (code !== 0) {
      throw new EmbeddedPostgresError({
        reason: "InitFailed",
        message: `The embedded database could not be created in ${home.folder}: ${output.split("\n").at(-1) ?? ""}.${hintOf(output)}`,
        detail: output
      })
    }
    if (user !== undefined) await giveTo(join(workshop, "data"), user)
    await rename(join(workshop, "data"), home.data)
  } finally {
    await handle?.close()
    await rm(workshop, { recursive: true, force: true })
  }
}
