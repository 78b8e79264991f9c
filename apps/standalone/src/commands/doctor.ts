import { type ApiSettings, readApiConfig } from "@mon/api"
import { command, ExitCode, flag } from "@mon/bundled/command-line"
import { Console, Effect, Layer } from "effect"
import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { examineAlerts, examineChannelTargets } from "../doctor/alerts.ts"
import { testChromium } from "../doctor/chromium.ts"
import { examineAbandonedCopies, examineCopies } from "../doctor/copies.ts"
import { examineDatabaseConnections } from "../doctor/connections.ts"
import { examineDatabase } from "../doctor/database.ts"
import { fail, type Finding, hasFailure, ok, warn } from "../doctor/Finding.ts"
import { examineDisk, examineIcmp, examineNode } from "../doctor/machine.ts"
import { examineDns, examineMail } from "../doctor/network.ts"
import { examineOwnNetwork, examineReferenceTargets } from "../doctor/ownNetwork.ts"
import { examineRepairResolvers } from "../doctor/repairs.ts"
import { asSettingError, type Environment, givenSetting, readRetentionDays, retentionSettings } from "@mon/model"
import { examineSecrets } from "../doctor/secrets.ts"
import { readWorkerSettings, type WorkerSettings } from "@mon/worker"
import { readSettings, type Settings } from "../Settings.ts"
import { layerDatabase } from "../Store.ts"
import { alignColumns } from "./formatTable.ts"
import { runEffect } from "./runEffect.ts"

const configured = (env: Environment): Finding => {
  const names = Object.keys(env)
    .filter((name) => name.startsWith("MON_") && env[name]?.trim() !== "")
    .toSorted()
  return ok(
    "settings",
    names.length === 0 ? "no MON_ variable is set, so the defaults apply" : `set: ${names.join(", ")}`
  )
}

/** Reports the retention times that the environment sets. The defaults are in docs/operations/retention.md. */
export const examineRetention = (env: Environment): Finding => {
  const days = readRetentionDays(env)
  const set = Object.entries(retentionSettings)
    .filter(([variable]) => givenSetting(env, variable) !== null)
    .map(([variable, { kinds }]) => `${variable}=${days[kinds[0]]}`)
  return ok("retention", set.length === 0 ? "rows are deleted after the default times" : `in days: ${set.join(", ")}`)
}

const signUps = {
  open: "anyone can create an account (MON_SIGNUP=open)",
  invited: "only invited people can create an account (MON_SIGNUP=invited)",
  closed: "only mon-server can create an account (MON_SIGNUP=closed)"
} as const

/** Reports the setting MON_SIGNUP, which decides who can create an account. */
export const examineSignUp = ({ billing, signup }: Pick<ApiSettings, "billing" | "signup">): Finding =>
  signup === "open" && billing?.processor.kind === "local"
    ? warn("sign-up", `${signUps.open} and get any plan for free (MON_BILLING=local)`)
    : ok("sign-up", signUps[signup])

const database = (
  settings: Settings,
  { dnsServers, referenceTargets }: WorkerSettings,
  api: ApiSettings
): Effect.Effect<ReadonlyArray<Finding>> => {
  if (settings.databaseUrl === null && !existsSync(join(settings.dataDir, "postgres"))) {
    return Effect.succeed([ok("database", `embedded; the first start creates it in ${settings.dataDir}`)])
  }
  return Effect.scoped(
    Effect.flatMap(Layer.build(layerDatabase(settings)), (context) =>
      Effect.all([
        examineDatabase,
        examineDatabaseConnections,
        examineOwnNetwork(referenceTargets.length, dnsServers),
        examineAlerts,
        examineSecrets(settings),
        examineAbandonedCopies(api)
      ]).pipe(
        Effect.map((findings) => findings.flat()),
        Effect.provide(context)
      )
    )
  ).pipe(Effect.catch((error) => Effect.succeed([fail("database", error.message)])))
}

/** Checks everything that a service with the given environment depends on. Reports an invalid variable as a finding. */
export const examine = Effect.fn("examine")(function* (env: Environment) {
  const settings = yield* Effect.result(Effect.try({ try: () => readSettings(env), catch: asSettingError }))
  if (settings._tag === "Failure") return [fail("settings", settings.failure.message)]
  const api = yield* Effect.result(readApiConfig(env))
  if (api._tag === "Failure") return [fail("settings", api.failure.message)]
  const worker = yield* Effect.result(Effect.try({ try: () => readWorkerSettings(env), catch: asSettingError }))
  if (worker._tag === "Failure") return [fail("settings", worker.failure.message)]
  const { chromiumPath, dataDir, mail } = settings.success
  const rest = yield* Effect.all(
    [
      database(settings.success, worker.success, api.success),
      examineCopies(api.success),
      examineReferenceTargets(worker.success),
      examineChannelTargets({
        targets: api.success.channelTargets ?? [],
        dnsServers: worker.success.dnsServers,
        extraCa: worker.success.extraCa
      }),
      Effect.map(examineDisk(dataDir), (finding) => [finding]),
      Effect.map(examineDns(api.success.dnsServers), (finding) => [finding]),
      Effect.map(examineRepairResolvers(api.success.dnsServers), (finding) => [finding]),
      Effect.map(examineMail(mail.smtpUrl, mail.from), (finding) => [finding]),
      Effect.map(examineIcmp, (finding) => [finding]),
      Effect.map(testChromium(chromiumPath), (finding) => [finding])
    ],
    { concurrency: "unbounded" }
  )
  return [configured(env), examineNode(), examineSignUp(api.success), examineRetention(env), ...rest.flat()]
})

const printFindings = Effect.fn("printFindings")(function* (json: boolean) {
  const findings = yield* examine(process.env)
  yield* Console.log(
    json
      ? JSON.stringify(findings, null, 2)
      : alignColumns(findings.map(({ detail, state, subject }) => [state, subject, detail]))
  )
  return hasFailure(findings) ? ExitCode.finding : ExitCode.ok
})

export const doctor = command({
  name: "mon-server doctor",
  description: "Checks the settings and everything that a service with these settings depends on.",
  options: { json: flag("Print JSON") },
  arguments: {},
  notes: "Each line starts with ok, warn (the service works without it) or fail (the service does not work).",
  exitCodes: {
    ok: "No check failed; there may be warnings",
    finding: "Something fails",
    couldNot: "The checks could not be run"
  },
  run: ({ json }, terminal) => runEffect(printFindings(json), terminal)
})
