import { readApiConfig } from "@mon/api"
import { Console, Data, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { testChromium } from "../doctor/chromium.ts"
import { examineDatabase } from "../doctor/database.ts"
import { exitCode, fail, type Finding, ok } from "../doctor/Finding.ts"
import { examineDisk, examineNode } from "../doctor/machine.ts"
import { examineDns, examineMail } from "../doctor/network.ts"
import { asSettingError, type Environment } from "@mon/model"
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { table } from "./table.ts"

/** Ends the program with a code without another word: the findings have said everything. */
export class Examined extends Data.TaggedError("Examined")<{ readonly exitCode: 1 | 2 }> {}

const configured = (env: Environment): Finding => {
  const names = Object.keys(env)
    .filter((name) => name.startsWith("MON_") && env[name]?.trim() !== "")
    .toSorted()
  return ok("settings", names.length === 0 ? "all defaults" : names.join(", "))
}

const database = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> => {
  if (settings.databaseUrl === null && !existsSync(join(settings.dataDir, "postgres"))) {
    return Effect.succeed([ok("database", `embedded, made in ${settings.dataDir} by the first start`)])
  }
  return Effect.scoped(
    Effect.flatMap(Layer.build(layerDatabase(settings)), (context) => Effect.provide(examineDatabase, context))
  ).pipe(Effect.catch((error) => Effect.succeed([fail("database", error.message)])))
}

/** Everything that a service started in this environment would stand on; a variable that cannot be used is a finding too. */
export const examine = Effect.fn("examine")(function* (env: Environment) {
  const settings = yield* Effect.result(Effect.try({ try: () => readSettings(env), catch: asSettingError }))
  if (settings._tag === "Failure") return [fail("settings", settings.failure.message)]
  const api = yield* Effect.result(readApiConfig(env))
  if (api._tag === "Failure") return [fail("settings", api.failure.message)]
  const { chromiumPath, dataDir, mail } = settings.success
  const rest = yield* Effect.all(
    [
      database(settings.success),
      Effect.map(examineDisk(dataDir), (finding) => [finding]),
      Effect.map(examineDns(api.success.dnsServers), (finding) => [finding]),
      Effect.map(examineMail(mail.smtpUrl, mail.from), (finding) => [finding]),
      Effect.map(testChromium(chromiumPath), (finding) => [finding])
    ],
    { concurrency: "unbounded" }
  )
  return [configured(env), examineNode(), ...rest.flat()]
})

export const doctor = Command.make(
  "doctor",
  {
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print JSON"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ json }) {
    const findings = yield* examine(process.env)
    yield* Console.log(
      json
        ? JSON.stringify(findings, null, 2)
        : table(
            ["", "", ""],
            findings.map(({ detail, state, subject }) => [state, subject, detail])
          ).trimStart()
    )
    const code = exitCode(findings)
    if (code !== 0) return yield* new Examined({ exitCode: code })
  })
).pipe(
  Command.withDescription(
    "Say what is configured, what is reachable, and what is missing (exit code 0: fine, 2: warnings, 1: failures)"
  )
)
