#!/usr/bin/env node
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Layer, Logger } from "effect"
import { CliError, Command } from "effect/cli"
import packageJson from "../package.json" with { type: "json" }
import { accounts } from "./commands/accounts.ts"
import { backup } from "./commands/backup.ts"
import { doctor, Examined } from "./commands/doctor.ts"
import { keys } from "./commands/keys.ts"
import { migrate } from "./commands/migrate.ts"
import { restore } from "./commands/restore.ts"

const mon = Command.make("mon").pipe(
  Command.withDescription("Operate a Mon service: accounts, API keys, the database and its backups"),
  Command.withSubcommands([accounts, keys, migrate, backup, restore, doctor])
)

const sentence = (error: unknown): Effect.Effect<void> =>
  CliError.isCliError(error) || error instanceof Examined || !(error instanceof Error)
    ? Effect.void
    : Console.error(error.message)

/** 0, or 1 for what failed; the doctor says it more exactly. */
const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return 0
  const error = Cause.squash(exit.cause)
  return error instanceof Examined ? error.exitCode : 1
}

Command.run(mon, { version: packageJson.version }).pipe(
  Effect.tapError(sentence),
  Effect.provide(Layer.merge(NodeServices.layer, Logger.layer([]))),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(codeOf(exit))
  })
)
