import { command, ExitCode, required, text } from "@mon/bundled/command-line"
import { type BackupError, migrations, type VerifiedBackup, verifyBackup } from "@mon/core-store"
import { asSettingError } from "@mon/model"
import { Console, Effect } from "effect"
import { resolve } from "node:path"
import process from "node:process"
import { readSettings } from "../Settings.ts"
import { formatCount } from "./backupProgress.ts"
import { runEffect } from "./runEffect.ts"
import { findSecret, opensProof } from "./ServiceSecret.ts"

/** The errors that mean that the file has a fault. All other errors mean that the file could not be examined. */
const FOUND: ReadonlySet<BackupError["reason"]> = new Set(["Damaged", "Newer", "Older"])

const secretText = Effect.fnUntraced(function* ({ opening: { proof }, secret }: VerifiedBackup) {
  if (secret !== null) return "The backup contains the service's secret."
  if (proof === null) return "The backup needs no secret."
  const settings = yield* Effect.try({ try: () => readSettings(process.env), catch: asSettingError })
  const present = yield* findSecret(settings)
  if (present === null) return "The backup needs the service's secret, which is not configured here."
  return (yield* opensProof(present, proof))
    ? "The backup needs the service's secret, which is the one configured here."
    : "The backup needs the service's secret, which is NOT the one configured here."
})

const examine = Effect.fnUntraced(function* (file: string) {
  const verified = yield* verifyBackup(file, migrations)
  const { closing, opening } = verified
  const rows = Object.values(closing.rows).reduce((sum, count) => sum + count, 0)
  yield* Console.log(
    `${file} is complete: ${formatCount(rows, "row")} of ${formatCount(opening.tables.length, "table")} and ` +
      `${formatCount(closing.images, "image")}, as of ${opening.createdAt}, by Mon ${opening.program}. ` +
      (yield* secretText(verified))
  )
  return ExitCode.ok
})

const verifyFile = (file: string) =>
  Effect.catchTag(examine(file), "BackupError", (error) =>
    FOUND.has(error.reason) ? Effect.as(Console.log(error.message), ExitCode.finding) : Effect.fail(error)
  )

export const verify = command({
  name: "mon-server verify",
  description: "Reads a whole backup and checks that it is complete and unaltered. It does not need a database.",
  options: {},
  arguments: { file: required(text("file", "the path of a backup"), "A file written by `mon-server backup`") },
  exitCodes: {
    ok: "The backup is complete",
    finding: "The file is truncated or altered, is not a backup, or comes from a newer version of Mon",
    couldNot: "The file cannot be read"
  },
  run: ({ file }, terminal) => runEffect(verifyFile(resolve(file)), terminal)
})
