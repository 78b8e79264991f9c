#!/usr/bin/env node
import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Cause, Console, Effect, Exit, Logger } from "effect"
import { Command } from "effect/cli"
import packageJson from "../package.json" with { type: "json" }
import { accounts } from "./commands/accounts.ts"
import { keys } from "./commands/keys.ts"
import { migrate } from "./commands/migrate.ts"

const mon = Command.make("mon").pipe(
  Command.withDescription("Operate a Mon service: accounts, API keys, the database"),
  Command.withSubcommands([accounts, keys, migrate])
)

Command.run(mon, { version: packageJson.version }).pipe(
  Effect.tapError((error) => "message" in error && error._tag !== "ShowHelp" ? Console.error(error.message) : Effect.void),
  Effect.provide(NodeServices.layer),
  Effect.provide(Logger.layer([])),
  (program) =>
    NodeRuntime.runMain(program, {
      disableErrorReporting: true,
      teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
    })
)
